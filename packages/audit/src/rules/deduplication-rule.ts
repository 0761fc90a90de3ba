import {
  acceptanceOf,
  changeIdOf,
  type CommandRejected,
  type LedgerState,
  type TransactionCommitted,
} from "@tallystick/core";
import type { RuleBook } from "./rule.js";

type Submitted = TransactionCommitted | CommandRejected;

/**
 * Checks which earlier command a submission was compared with: the offset that it reports is that
 * of the last remembered acceptance of its change id, and within its period there is none unless it
 * was rejected for it.
 */
export const checkDeduplication = (state: LedgerState, event: Submitted, book: RuleBook): void => {
  const offset = state.offset + 1;
  const messages =
    event.type === "TransactionCommitted" ? ofAccepted(state, event) : ofRejected(state, event);
  book.checked(
    "R3",
    messages.map((message) => ({ offset, message })),
  );
};

const earlierOf = ({ deduplication }: LedgerState, event: Submitted) =>
  acceptanceOf(deduplication, changeIdOf(event));

const reportedOffset = ({ deduplicationPeriod: reported }: Submitted): number | undefined =>
  reported.kind === "offset" ? reported.offset : undefined;

/** Why the reported offset is not the one expected. */
const offsetMessage = (event: Submitted, expected: number): ReadonlyArray<string> =>
  reportedOffset(event) === expected
    ? []
    : [
        `its deduplication period reports ${JSON.stringify(event.deduplicationPeriod)}, expected the offset ${expected}`,
      ];

const ofAccepted = (state: LedgerState, event: TransactionCommitted): ReadonlyArray<string> => {
  const earlier = earlierOf(state, event);
  const messages = offsetMessage(event, earlier?.offset ?? state.deduplication.prunedOffset);
  return earlier === undefined || !isWithinPeriod(state, event, earlier)
    ? messages
    : [
        ...messages,
        `its change id was accepted at offset ${earlier.offset}, within its deduplication period`,
      ];
};

const ofRejected = (state: LedgerState, event: CommandRejected): ReadonlyArray<string> => {
  const { code, context } = event.error;
  if (code === "INVALID_DEDUPLICATION_PERIOD") {
    const { prunedOffset } = state.deduplication;
    return context["earliest_offset"] === String(prunedOffset)
      ? []
      : [
          `it names the earliest offset ${context["earliest_offset"]}, but commands are forgotten up to ${prunedOffset}`,
        ];
  }
  const earlier = earlierOf(state, event);
  if (code !== "DUPLICATE_COMMAND")
    return offsetMessage(event, earlier?.offset ?? state.deduplication.prunedOffset);
  if (earlier === undefined || !isWithinPeriod(state, event, earlier))
    return ["it is rejected as a duplicate, but its period contains no command with its change id"];
  const isNamed =
    context["completion_offset"] === String(earlier.offset) &&
    context["existing_submission_id"] === earlier.submissionId;
  const named = `it names offset ${context["completion_offset"]} as the command it repeats, but that command has offset ${earlier.offset}`;
  return [...offsetMessage(event, earlier.offset - 1), ...(isNamed ? [] : [named])];
};

const isWithinPeriod = (
  { configuration }: LedgerState,
  { requestedDeduplicationPeriod: period, recordTime }: Submitted,
  earlier: { readonly offset: number; readonly recordTime: number },
): boolean => {
  if (period?.kind === "offset") return BigInt(earlier.offset) > BigInt(period.offset);
  const micros =
    period === undefined
      ? BigInt(configuration.deduplicationWindowMicros)
      : BigInt(period.durationMicros);
  return BigInt(earlier.recordTime) >= BigInt(recordTime) - micros;
};
