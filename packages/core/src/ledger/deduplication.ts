import type { CompositeCommand, DeduplicationPeriod } from "../commands/composite-command.js";
import { durationToText } from "../values/duration.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ReportedDeduplicationPeriod } from "../events/submission-event.js";
import type { Micros } from "../values/time.js";
import { type Acceptance, acceptanceOf, type DeduplicationState } from "./accepted-changes.js";

type ChangeIdParts = Pick<CompositeCommand, "userId" | "commandId" | "actAs">;

let latest: ChangeIdParts & { readonly changeId: string } = {
  userId: "",
  commandId: "",
  actAs: [],
  changeId: "\n\n",
};

/**
 * The change id as text: user, command id and the set of submitting parties (specification 2.1).
 * None of the three can contain the separator. The last one is cached: a command is followed by its
 * event.
 */
export const changeIdOf = ({ userId, commandId, actAs }: ChangeIdParts): string => {
  if (commandId === latest.commandId && userId === latest.userId && sameTexts(actAs, latest.actAs))
    return latest.changeId;
  const parties = actAs.length === 1 ? actAs[0] : actAs.join("\n");
  const changeId = `${userId}\n${commandId}\n${parties}`;
  latest = { userId, commandId, actAs, changeId };
  return changeId;
};

const sameTexts = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
};

/** The result of deduplication for a command. */
export type DeduplicationVerdict =
  | { readonly kind: "fresh"; readonly reported: ReportedDeduplicationPeriod }
  | {
      readonly kind: "rejected";
      readonly error: LedgerError;
      readonly reported: ReportedDeduplicationPeriod;
    };

/**
 * Compares a command with the earlier accepted ones of its change id (ledger-api 5).
 *
 * @param now record time of the submission
 * @param windowMicros the maximum deduplication duration, applied when the command names no period
 */
export const checkDeduplication = (
  state: DeduplicationState,
  changeId: string,
  period: DeduplicationPeriod,
  now: Micros,
  windowMicros: number,
): DeduplicationVerdict => {
  const invalid = invalidPeriod(state, changeId, period, now, windowMicros);
  if (invalid !== undefined) return invalid;
  const earlier = acceptanceOf(state, changeId);
  if (earlier === undefined) return fresh(state.prunedOffset);
  const covered = periodCovers(period, earlier, now, windowMicros);
  return covered ? duplicate(changeId, earlier) : fresh(earlier.offset);
};

const fresh = (offset: number): DeduplicationVerdict => ({
  kind: "fresh",
  reported: { kind: "offset", offset },
});

const periodCovers = (
  period: DeduplicationPeriod,
  earlier: Acceptance,
  now: Micros,
  windowMicros: number,
): boolean => {
  switch (period.kind) {
    case "empty":
      return earlier.recordTime >= now - windowMicros;
    case "duration":
      return BigInt(earlier.recordTime) >= BigInt(now) - period.durationMicros;
    case "offset":
      return BigInt(earlier.offset) > period.offset;
  }
};

/** A period that begins before the retained data is rejected. */
const invalidPeriod = (
  state: DeduplicationState,
  changeId: string,
  period: DeduplicationPeriod,
  now: Micros,
  windowMicros: number,
): DeduplicationVerdict | undefined => {
  const pruned = state.prunedOffset;
  if (pruned === 0) return undefined;
  if (period.kind === "offset" && period.offset < BigInt(pruned))
    return rejectedPeriod(changeId, `offset ${period.offset}`, { earliest_offset: String(pruned) });
  if (period.kind === "duration" && period.durationMicros > BigInt(windowMicros)) {
    const start = BigInt(now) - period.durationMicros;
    if (start <= BigInt(state.prunedUntil)) {
      return rejectedPeriod(changeId, `duration of ${period.durationMicros} microseconds`, {
        earliest_offset: String(pruned),
        longest_duration: durationToText(BigInt(windowMicros)),
      });
    }
  }
  return undefined;
};

const rejectedPeriod = (
  changeId: string,
  requestedPeriod: string,
  context: Readonly<Record<string, string>>,
): DeduplicationVerdict => ({
  kind: "rejected",
  reported: { kind: "duration", durationMicros: 0 },
  error: ledgerError(
    "INVALID_DEDUPLICATION_PERIOD",
    "Deduplication period starts too early. The error metadata field earliest_offset contains the earliest deduplication offset currently allowed.",
    {
      context: { ...context, requestedPeriod, changeId: shownChangeId(changeId) },
      definiteAnswer: true,
    },
  ),
});

const duplicate = (changeId: string, earlier: Acceptance): DeduplicationVerdict => ({
  kind: "rejected",
  reported: { kind: "offset", offset: earlier.offset - 1 },
  error: ledgerError("DUPLICATE_COMMAND", "Command submission already exists.", {
    context: {
      completion_offset: String(earlier.offset),
      existing_submission_id: earlier.submissionId,
      existingSubmissionId: `Some(${earlier.submissionId})`,
      accepted: "true",
      changeId: shownChangeId(changeId),
    },
    definiteAnswer: true,
  }),
});

/** The change id on one line, as a public node shows it. */
const shownChangeId = (changeId: string): string => {
  const [userId, commandId, ...actAs] = changeId.split("\n");
  return `ChangeId(${userId},${commandId},Set(${actAs.join(", ")}))`;
};

/**
 * SUBMISSION_ALREADY_IN_FLIGHT for a change id whose first submission has not ended yet (ledger-api
 * 5).
 */
export const alreadyInFlight = (changeId: string, existingSubmissionId: string): LedgerError =>
  ledgerError(
    "SUBMISSION_ALREADY_IN_FLIGHT",
    "A submission with the same change id is still being processed.",
    {
      publicCause: "The submission is already in-flight",
      context: {
        changeId: shownChangeId(changeId),
        existingSubmissionId: `Some(${existingSubmissionId})`,
      },
      definiteAnswer: false,
    },
  );
