import type { Party } from "../events/participant-records.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { getIn } from "../collections/persistent-map.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { TransactionTrace } from "../contracts/transaction.js";
import type { CommandRejected, TransactionCommitted } from "../events/submission-event.js";
import type { Pausing } from "../interpretation/pausing.js";
import type { Micros } from "../values/time.js";
import type { PreparedSubmission } from "./prepared-submission.js";
import { changeIdOf, checkDeduplication } from "./deduplication.js";
import { interpretInTime, type SubmissionContext } from "./interpret-in-time.js";
import type { LedgerState } from "./ledger-state.js";
import { committedEvent, rejectedEvent } from "./submission-events.js";

/** The event of a submission, and what was recorded while it was interpreted. */
export interface DecidedSubmission {
  readonly event: TransactionCommitted | CommandRejected;
  /** Of a transaction, if the context says so. */
  readonly trace: TransactionTrace | undefined;
}

/**
 * Decides a composite command; see `decide`.
 *
 * @param isSigned true when it counts as signed by its external parties
 */
export function* decideSubmission(
  state: LedgerState,
  command: CompositeCommand,
  context: SubmissionContext,
  isSigned = false,
): Pausing<Either<LedgerError, DecidedSubmission>> {
  const error = submissionError(state, command, context, isSigned);
  if (error !== undefined) return left(error);
  const { recordTime } = context;
  const { deduplicationWindowMicros, ledgerTimeSkewMicros } = state.configuration;
  const verdict = checkDeduplication(
    state.deduplication,
    changeIdOf(command),
    command.deduplicationPeriod,
    recordTime,
    deduplicationWindowMicros,
  );
  const rejected = (reason: LedgerError) =>
    right({ event: rejectedEvent(command, context, verdict.reported, reason), trace: undefined });
  if (verdict.kind === "rejected") return rejected(verdict.error);
  const bound = lowerBoundOf(command, context);
  // whoever decides has waited until the bound was reached (ledger-api 7)
  if (bound > BigInt(recordTime))
    return rejected(outOfBound(bound, recordTime, ledgerTimeSkewMicros));
  const content = yield* interpretInTime(state, command, context, recordTime);
  if (isLeft(content)) return content;
  const event = committedEvent(command, context, verdict.reported, content.right);
  return right({ event, trace: content.right.trace });
}

/**
 * The error when this node cannot submit for the parties of a command: they are not hosted here, or
 * are external.
 */
export const actAsError = (
  { participant }: LedgerState,
  command: CompositeCommand,
  isSigned: boolean,
): LedgerError | undefined => {
  for (const party of command.actAs) {
    const known = getIn(participant.parties, party);
    const reason = whyNotFor(known, isSigned);
    if (reason !== undefined) {
      return ledgerError(
        "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
        `This node cannot submit for all of actAs: ${party} ${reason}.`,
        {
          publicCause:
            "This participant cannot submit as the given submitter on any connected synchronizer",
          context: { unknownSubmitter: party },
        },
      );
    }
  }
  return undefined;
};

/** Why nothing can be submitted for a party. */
const whyNotFor = (known: Party | undefined, isSigned: boolean): string | undefined => {
  if (known === undefined) return "is not a party hosted here";
  if (known.imported === "idle")
    return "is a party of the ledger this one was forked from, which was not named to act here";
  return known.external !== undefined && !isSigned
    ? "is an external party; prepare its submissions and execute them with its signature"
    : undefined;
};

/**
 * The error when a composite command cannot be interpreted; an external party's only when it is
 * prepared for signing.
 */
export const submissionError = (
  state: LedgerState,
  command: CompositeCommand,
  { catalog }: SubmissionContext,
  isSigned = false,
): LedgerError | undefined => {
  const { participant } = state;
  const error = actAsError(state, command, isSigned);
  if (error !== undefined) return error;
  if (command.synchronizerId !== "" && command.synchronizerId !== participant.synchronizerId) {
    return ledgerError(
      "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
      `synchronizerId is ${command.synchronizerId}, but this node is connected to ${participant.synchronizerId}.`,
    );
  }
  const { packageIdSelectionPreference } = command;
  return packageIdSelectionPreference.length === 0
    ? undefined
    : catalog.checkPreference(packageIdSelectionPreference);
};

/**
 * The earliest ledger time the submitter allows; microseconds since the Unix epoch, 0 when the
 * command names none.
 */
export const lowerBoundOf = (
  command: CompositeCommand,
  { receivedAt }: Pick<SubmissionContext, "receivedAt">,
): bigint => {
  if (command.minLedgerTimeAbs !== undefined) return command.minLedgerTimeAbs;
  return command.minLedgerTimeRel === undefined
    ? 0n
    : BigInt(receivedAt) + command.minLedgerTimeRel;
};

/**
 * The time before which a submission cannot be decided: the submitter's bound, or the ledger time
 * that an external party has signed. Microseconds since the Unix epoch.
 */
export const earliestTimeOf = (
  { command, prepared }: { command: CompositeCommand; prepared?: PreparedSubmission },
  received: Pick<SubmissionContext, "receivedAt">,
): bigint => {
  const bound = lowerBoundOf(command, received);
  const signed = BigInt(prepared?.minLedgerTime ?? 0);
  return signed > bound ? signed : bound;
};

/**
 * LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND: the ledger time a command asks for is further ahead of
 * the record time than a submission waits, or too far behind it.
 *
 * @param skewMicros how far they may lie apart
 */
export const outOfBound = (
  ledgerTime: bigint,
  recordTime: Micros,
  skewMicros: number,
): LedgerError =>
  ledgerError(
    "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
    `The ledger time lies ${Number(ledgerTime - BigInt(recordTime)) / 1_000_000} seconds after the record time; ` +
      `a submission waits for at most ${skewMicros / 1_000_000} seconds.`,
    { definiteAnswer: true },
  );
