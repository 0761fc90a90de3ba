import type { CompositeCommand, DeduplicationPeriod } from "../commands/composite-command.js";
import { durationToText } from "../values/duration.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ReportedDeduplicationPeriod } from "../events/submission-event.js";
import type { Micros } from "../values/time.js";
import {
  emptyMap,
  getIn,
  type PersistentMap,
  removeIn,
  setIn,
} from "../collections/persistent-map.js";
import { type Edit } from "../collections/hash-trie.js";
import {
  dequeue,
  enqueue,
  oldestOf,
  type PersistentQueue,
  queueOf,
} from "../collections/persistent-queue.js";

/** An accepted command, as long as its change id is remembered. */
export interface Acceptance {
  /** See `changeIdOf`. */
  readonly changeId: string;
  readonly offset: number;
  readonly recordTime: Micros;
  readonly submissionId: string;
}

/**
 * The accepted commands of the deduplication window (ledger-api 5). Rejected commands are never
 * here, and entries
 * older than the window are dropped as new events come, so that memory is bounded by the window.
 */
export interface DeduplicationState {
  /** The last acceptance of each change id. */
  readonly accepted: PersistentMap<Acceptance>;
  /** All acceptances in order of age. */
  readonly order: PersistentQueue<Acceptance>;
  /** Offset of the last entry that was dropped; 0 when none was. */
  readonly prunedOffset: number;
}

/** No command accepted yet. */
export const emptyDeduplication = (seed: number): DeduplicationState => ({
  accepted: emptyMap(seed),
  order: queueOf([]),
  prunedOffset: 0,
});

/**
 * The change id as text: user, command id and the set of submitting parties (specification 2.1).
 * None of the three can
 * contain the separator.
 */
export const changeIdOf = (
  command: Pick<CompositeCommand, "userId" | "commandId" | "actAs">,
): string => {
  const { userId, commandId, actAs } = command;
  const parties = actAs.length === 1 ? actAs[0] : actAs.join("\n");
  return `${userId}\n${commandId}\n${parties}`;
};

// each event drops at most this many expired entries: more than it adds, and never a pause
const droppedPerEvent = 4;

/** Remembers an accepted command and forgets what has left the window. */
export const acceptedChange = (
  state: DeduplicationState,
  acceptance: Acceptance,
  windowMicros: number,
  edit?: Edit,
): DeduplicationState => {
  const added = {
    accepted: setIn(state.accepted, acceptance.changeId, acceptance, edit),
    order: enqueue(state.order, acceptance),
    prunedOffset: state.prunedOffset,
  };
  return dropExpired(added, acceptance.recordTime - windowMicros, edit);
};

const dropExpired = (
  state: DeduplicationState,
  keepFrom: Micros,
  edit: Edit | undefined,
): DeduplicationState => {
  let { accepted, order, prunedOffset } = state;
  for (let dropped = 0; dropped < droppedPerEvent; dropped++) {
    const oldest = oldestOf(order);
    if (oldest === undefined || oldest.recordTime >= keepFrom) break;
    order = dequeue(order);
    prunedOffset = oldest.offset;
    // the change id may have been accepted again since
    if (getIn(accepted, oldest.changeId)?.offset === prunedOffset)
      accepted = removeIn(accepted, oldest.changeId, edit);
  }
  return order === state.order ? state : { accepted, order, prunedOffset };
};

/** Forgets the acceptances up to an offset. */
export const forgetUpTo = (
  state: DeduplicationState,
  offset: number,
  edit?: Edit,
): DeduplicationState => {
  let { accepted, order } = state;
  for (let oldest = oldestOf(order); oldest !== undefined; oldest = oldestOf(order)) {
    if (oldest.offset > offset) break;
    order = dequeue(order);
    if (getIn(accepted, oldest.changeId)?.offset === oldest.offset)
      accepted = removeIn(accepted, oldest.changeId, edit);
  }
  return { accepted, order, prunedOffset: Math.max(state.prunedOffset, offset) };
};

/** What deduplication has to say about a command. */
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
  const earlier = getIn(state.accepted, changeId);
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

/** A period that reaches into what was already forgotten cannot be honoured. */
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
    const oldest = oldestOf(state.order);
    // entries as old as the oldest kept one may have been dropped already
    if (oldest === undefined || start <= BigInt(oldest.recordTime)) {
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
    `The deduplication period, ${requestedPeriod}, reaches further back than commands are remembered.`,
    {
      context: { ...context, requestedPeriod, changeId: shownChangeId(changeId) },
      definiteAnswer: true,
    },
  ),
});

const duplicate = (changeId: string, earlier: Acceptance): DeduplicationVerdict => ({
  kind: "rejected",
  reported: { kind: "offset", offset: earlier.offset - 1 },
  error: ledgerError(
    "DUPLICATE_COMMAND",
    `A command with the same change id was already accepted; its completion is at offset ${earlier.offset}.`,
    {
      context: {
        completion_offset: String(earlier.offset),
        existing_submission_id: earlier.submissionId,
        existingSubmissionId: earlier.submissionId,
        accepted: "true",
        changeId: shownChangeId(changeId),
      },
      definiteAnswer: true,
    },
  ),
});

/** The change id on one line, for people. */
const shownChangeId = (changeId: string): string => {
  const [userId, commandId, ...actAs] = changeId.split("\n");
  return `userId=${userId}, commandId=${commandId}, actAs=[${actAs.join(", ")}]`;
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
      context: { changeId: shownChangeId(changeId), existingSubmissionId },
      definiteAnswer: false,
    },
  );
