import type { Timer } from "@tallystick/background";
import { decodeLedgerEvent, type LedgerState, type Micros } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { eventAt, type Journal, timersOf } from "../journal/journal.js";
import type { Pruner } from "./pruner.js";

/** Longest delay between two checks. */
const maxWaitMs = 3_600_000;

/** Shortest delay between two checks. */
const minWaitMs = 100;

/** Checks within the pruning age. */
const looksPerAge = 10;

interface AgedJournal {
  readonly journal: Journal;
  readonly pruner: Pick<Pruner, "prune">;
  readonly state: () => LedgerState;
  readonly clock: () => Micros;
  /** Age from which on submissions are pruned. */
  readonly ageMicros: number;
}

const recordTimeAt = async (journal: Journal, offset: number): Promise<Micros | undefined> => {
  const event = await eventAt(journal, offset);
  if (isLeft(event) || event.right === undefined) return undefined;
  const decoded = decodeLedgerEvent(event.right.type, event.right.data, offset);
  return isLeft(decoded) ? undefined : decoded.right.recordTime;
};

/**
 * The greatest offset between two that was recorded before a time; undefined when there is none, or
 * the journal cannot be read now.
 */
export const lastBefore = async (
  journal: Journal,
  range: { readonly after: number; readonly upTo: number },
  time: Micros,
): Promise<number | undefined> => {
  let [low, high] = [range.after, range.upTo];
  // record times do not decrease
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const recordTime = await recordTimeAt(journal, middle);
    if (recordTime === undefined) return undefined;
    if (recordTime < time) low = middle;
    else high = middle - 1;
  }
  return low > range.after ? low : undefined;
};

/** Prunes old submissions, now and from time to time, until the returned function is called. */
export const pruneByAge = (aged: AgedJournal): (() => void) => {
  const { journal, pruner, state, clock, ageMicros } = aged;
  const waitMs = Math.min(maxWaitMs, Math.max(minWaitMs, ageMicros / 1_000 / looksPerAge));
  let timer: Timer | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    const { offset, pruning } = state();
    const range = { after: pruning.upTo, upTo: offset - 1 };
    const upTo = await lastBefore(journal, range, clock() - ageMicros);
    if (upTo !== undefined && !isStopped) await pruner.prune(upTo, { unlessNothing: true });
    if (isStopped) return;
    timer = timersOf(journal)
      .after(waitMs, () => void look())
      .unref();
  };
  void look();
  return () => {
    isStopped = true;
    timer?.cancel();
  };
};
