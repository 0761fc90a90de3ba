import type { Micros } from "../values/time.js";
import {
  emptyMap,
  getIn,
  type PersistentMap,
  removeIn,
  setIn,
} from "../collections/persistent-map.js";
import type { Edit } from "../collections/hash-trie.js";
import {
  dequeue,
  dequeueWhile,
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

/** Commands accepted in one period, which are forgotten together. */
export interface AcceptancePeriod {
  /** Record time of the first. */
  readonly from: Micros;
  /** Record time of the last. */
  readonly until: Micros;
  /** Offset of the last. */
  readonly lastOffset: number;
}

/** A change id in the map's own entries, not in its base. */
interface RecentChange {
  readonly changeId: string;
  readonly offset: number;
}

/**
 * The accepted commands of the deduplication window (ledger-api 5). Rejected commands are never
 * here. They are forgotten by periods, small parts of the window, when the whole period is older
 * than the window: the window bounds the memory, and forgetting costs the same however many there
 * are.
 */
export interface DeduplicationState {
  /** The last acceptance of each change id; those up to `prunedOffset` are forgotten. */
  readonly accepted: PersistentMap<Acceptance>;
  /** Those that `accepted` holds itself, oldest first: those to remove from it. */
  readonly recent: PersistentQueue<RecentChange>;
  /** The periods of what is remembered, the oldest first. */
  readonly periods: PersistentQueue<AcceptancePeriod>;
  /** The current period; absent while nothing is remembered. */
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

const periodsPerWindow = 1_024;

// an event removes at most this many forgotten ones: more than it adds, so that none takes long
const removedPerEvent = 4;

/** Remembers an accepted command and forgets what has left the window. */
export const acceptedChange = (
  state: DeduplicationState,
  changeId: string,
  acceptance: Acceptance,
  windowMicros: number,
  edit?: Edit,
): DeduplicationState => {
  const { offset, recordTime } = acceptance;
  const kept = forgotten(state, recordTime - windowMicros);
  const accepted = setIn(kept.accepted, changeId, acceptance, edit);
  const recent = enqueue(kept.recent, { changeId, offset });
  return withoutForgotten(inPeriod(kept, offset, recordTime, windowMicros, accepted, recent), edit);
};

/**
 * The state with further commands, whose acceptances are in the base of its map already.
 *
 * @param acceptances offset and record time of each, one after the other
 */
export const acceptedIn = (
  state: DeduplicationState,
  acceptances: Float64Array,
  windowMicros: number,
): DeduplicationState => {
  let known = state;
  for (let at = 0; at + 1 < acceptances.length; at += 2) {
    const [offset = 0, recordTime = 0] = [acceptances[at], acceptances[at + 1]];
    const kept = forgotten(known, recordTime - windowMicros);
    known = inPeriod(kept, offset, recordTime, windowMicros);
  }
  return known;
};

/** The state without the periods that ended before a time. */
const forgotten = (state: DeduplicationState, keepFrom: Micros): DeduplicationState => {
  const { current } = state;
  let { periods, prunedOffset, prunedUntil } = state;
  for (let oldest = oldestOf(periods); ; oldest = oldestOf(periods)) {
    if (oldest === undefined || oldest.until >= keepFrom) break;
    periods = dequeue(periods);
    // pruning may have forgotten more than the window did
    prunedOffset = Math.max(prunedOffset, oldest.lastOffset);
    prunedUntil = oldest.until;
  }
  if (current === undefined || periods.size > 0 || current.until >= keepFrom)
    return periods === state.periods ? state : { ...state, periods, prunedOffset, prunedUntil };
  const { current: _current, ...rest } = state;
  const lastOffset = Math.max(prunedOffset, current.lastOffset);
  return { ...rest, periods, prunedOffset: lastOffset, prunedUntil: current.until };
};

/** The state with an acceptance in the current period, or in a new one. */
const inPeriod = (
  state: DeduplicationState,
  lastOffset: number,
  until: Micros,
  windowMicros: number,
  accepted = state.accepted,
  recent = state.recent,
): DeduplicationState => {
  const { current, prunedOffset, prunedUntil } = state;
  const isCurrent = current !== undefined && until - current.from < windowMicros / periodsPerWindow;
  const periods =
    current === undefined || isCurrent ? state.periods : enqueue(state.periods, current);
  const from = isCurrent ? current.from : until;
  // no spread: this is done for every command
  return {
    accepted,
    recent,
    periods,
    current: { from, until, lastOffset },
    prunedOffset,
    prunedUntil,
  };
};

/** Removes some of the forgotten acceptances from the map. */
const withoutForgotten = (
  state: DeduplicationState,
  edit: Edit | undefined,
): DeduplicationState => {
  let { accepted, recent } = state;
  for (let count = 0; count < removedPerEvent; count++) {
    const oldest = oldestOf(recent);
    if (oldest === undefined || oldest.offset > state.prunedOffset) break;
    recent = dequeue(recent);
    // the change id may have been accepted again since
    if (getIn(accepted, oldest.changeId)?.offset === oldest.offset)
      accepted = removeIn(accepted, oldest.changeId, edit);
  }
  return recent === state.recent ? state : { ...state, accepted, recent };
};

/** The state after acceptances up to an offset moved into the base of its map. */
export const inBaseUpTo = (state: DeduplicationState, upTo: number): DeduplicationState => ({
  ...state,
  recent: dequeueWhile(state.recent, ({ offset }) => offset <= upTo),
});

/** Forgets the acceptances up to an offset. */
export const forgetUpTo = (
  state: DeduplicationState,
  offset: number,
  edit?: Edit,
): DeduplicationState => {
  if (offset <= state.prunedOffset) return state;
  const { current, periods } = state;
  const all = [...itemsOf(periods), ...(current === undefined ? [] : [current])];
  // of a period forgotten in part only the end is known
  const until = (all.find(({ lastOffset }) => lastOffset >= offset) ?? all.at(-1))?.until;
  const prunedUntil = Math.max(state.prunedUntil, until ?? 0);
  return withoutForgotten({ ...state, prunedOffset: offset, prunedUntil }, edit);
};
