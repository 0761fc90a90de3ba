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
  itemsOf,
  oldestOf,
  type PersistentQueue,
  queueOf,
} from "../collections/persistent-queue.js";

/** An accepted command, as long as its change id is remembered. */
export interface Acceptance {
  readonly offset: number;
  readonly recordTime: Micros;
  readonly submissionId: string;
}

/** Commands accepted one after the other, which are forgotten together. */
export interface AcceptancePeriod {
  /** Record time of the first. */
  readonly from: Micros;
  /** Record time of the last. */
  readonly until: Micros;
  /** Offset of the last. */
  readonly lastOffset: number;
}

/** A change id that is in the map of accepted ones itself, not in its base. */
interface RecentChange {
  readonly changeId: string;
  readonly offset: number;
}

/**
 * The accepted commands of the deduplication window (ledger-api 5). Rejected commands are never
 * here. They are forgotten by periods, each a small part of the window, once the whole period is
 * older than the window; so that memory is bounded by the window, and forgetting costs the same
 * however many there are.
 */
export interface DeduplicationState {
  /** The last acceptance of each change id; those up to `prunedOffset` are forgotten. */
  readonly accepted: PersistentMap<Acceptance>;
  /** Those that `accepted` holds itself, in order of age: what has to be taken out of it. */
  readonly recent: PersistentQueue<RecentChange>;
  /** Acceptances up to this offset are in the base of `accepted`. */
  readonly baseOffset: number;
  /** The periods of what is remembered, the oldest first. */
  readonly periods: PersistentQueue<AcceptancePeriod>;
  /** The period that goes on; absent while nothing is remembered. */
  readonly current?: AcceptancePeriod;
  /** Offset of the last acceptance that was forgotten; 0 when none was. */
  readonly prunedOffset: number;
  /** Its record time. */
  readonly prunedUntil: Micros;
}

/** No command accepted yet. */
export const emptyDeduplication = (seed: number): DeduplicationState => ({
  accepted: emptyMap(seed),
  recent: queueOf([]),
  baseOffset: 0,
  periods: queueOf([]),
  prunedOffset: 0,
  prunedUntil: 0,
});

/** The acceptance of a change id that is remembered, or undefined. */
export const acceptanceOf = (
  { accepted, prunedOffset }: DeduplicationState,
  changeId: string,
): Acceptance | undefined => {
  const acceptance = getIn(accepted, changeId);
  return acceptance !== undefined && acceptance.offset > prunedOffset ? acceptance : undefined;
};

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

/** Periods of a window. */
const periodsPerWindow = 1_024;

// each event takes out at most this many forgotten ones: more than it adds, and never a pause
const takenOutPerEvent = 4;

/** Remembers an accepted command and forgets what has left the window. */
export const acceptedChange = (
  state: DeduplicationState,
  changeId: string,
  acceptance: Acceptance,
  windowMicros: number,
  edit?: Edit,
): DeduplicationState => {
  const { offset, recordTime } = acceptance;
  const added = {
    ...forgotten(state, recordTime - windowMicros),
    accepted: setIn(state.accepted, changeId, acceptance, edit),
    recent: enqueue(state.recent, { changeId, offset }),
  };
  return takenOut(inPeriod(added, offset, recordTime, windowMicros), edit);
};

/** The state that forgot all periods that ended before a time. */
const forgotten = (state: DeduplicationState, keepFrom: Micros): DeduplicationState => {
  const { current, ...rest } = state;
  let { periods, prunedOffset, prunedUntil } = state;
  for (let oldest = oldestOf(periods); ; oldest = oldestOf(periods)) {
    if (oldest === undefined || oldest.until >= keepFrom) break;
    periods = dequeue(periods);
    // more may be forgotten already than has left the window
    prunedOffset = Math.max(prunedOffset, oldest.lastOffset);
    prunedUntil = oldest.until;
  }
  if (current === undefined || periods.size > 0 || current.until >= keepFrom)
    return periods === state.periods ? state : { ...state, periods, prunedOffset, prunedUntil };
  const lastOffset = Math.max(prunedOffset, current.lastOffset);
  return { ...rest, periods, prunedOffset: lastOffset, prunedUntil: current.until };
};

/** The state with an acceptance in the period that goes on, or in a new one. */
const inPeriod = (
  state: DeduplicationState,
  lastOffset: number,
  until: Micros,
  windowMicros: number,
): DeduplicationState => {
  const { current } = state;
  if (current !== undefined && until - current.from < windowMicros / periodsPerWindow)
    return { ...state, current: { from: current.from, until, lastOffset } };
  const periods = current === undefined ? state.periods : enqueue(state.periods, current);
  return { ...state, periods, current: { from: until, until, lastOffset } };
};

/** Takes out of the map what is forgotten, and off the list what its base has. */
const takenOut = (state: DeduplicationState, edit: Edit | undefined): DeduplicationState => {
  const { baseOffset, prunedOffset } = state;
  let { accepted, recent } = state;
  for (let count = 0; count < takenOutPerEvent; count++) {
    const oldest = oldestOf(recent);
    if (oldest === undefined || oldest.offset > Math.max(baseOffset, prunedOffset)) break;
    recent = dequeue(recent);
    // the change id may have been accepted again since
    if (oldest.offset > baseOffset && getIn(accepted, oldest.changeId)?.offset === oldest.offset)
      accepted = removeIn(accepted, oldest.changeId, edit);
  }
  return recent === state.recent ? state : { ...state, accepted, recent };
};

/** Forgets the acceptances up to an offset. */
export const forgetUpTo = (
  state: DeduplicationState,
  offset: number,
  edit?: Edit,
): DeduplicationState => {
  if (offset <= state.prunedOffset) return state;
  const { current, periods } = state;
  const all = [...itemsOf(periods), ...(current === undefined ? [] : [current])];
  // of a period that is forgotten in part nothing can be said but its end
  const until = (all.find(({ lastOffset }) => lastOffset >= offset) ?? all.at(-1))?.until;
  const prunedUntil = Math.max(state.prunedUntil, until ?? 0);
  return takenOut({ ...state, prunedOffset: offset, prunedUntil }, edit);
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
