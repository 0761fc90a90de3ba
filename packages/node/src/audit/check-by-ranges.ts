import { answersInOrder, threadCount, ThreadPool, type Workers } from "@tallystick/background";
import { GENESIS_HASH } from "@tallystick/event-store";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import {
  type JournalRange,
  type RangeLimits,
  rangeLimits,
  rangesUpTo,
  rangeThreads,
} from "../replay/journal-range.js";
import { checkRange, type RangeVerdict } from "./check-range.js";
import { type CheckedJournal, emptyJournal } from "./journal-check.js";

const script = new URL("./check-worker.js", import.meta.url);

export interface ReadPart {
  /** The first offset; default 1. The first event of the journal is read in any case. */
  readonly from?: number | undefined;
  /** The last offset; default the end. */
  readonly to?: number | undefined;
  /** Is called now and then with the offset up to which events were read. */
  readonly onRead?: ((offset: number) => void) | undefined;
}

/**
 * Checks a long journal, or a long part of one, in as many threads as there are processors.
 * Undefined when it cannot be read by threads, was pruned or is damaged, or all of it is short:
 * then a check from its beginning finds what is wrong. A short part is checked in this thread.
 */
export const checkByRanges = async (
  journal: Journal,
  part: ReadPart = {},
  limits: RangeLimits = rangeLimits,
): Promise<CheckedJournal | undefined> => {
  const { store, stream } = journal;
  const { reopening } = store.capabilities;
  const last = await store.lastEvent(stream);
  if (isLeft(last) || last.right === undefined) return undefined;
  const end = Math.min(last.right.revision + 1, part.to ?? Number.POSITIVE_INFINITY);
  const after = (part.from ?? 1) - 1;
  if (after >= end) return emptyJournal;
  if (reopening === undefined || end - after < limits.minEvents) {
    if (!isPart(part)) return undefined;
    const ask = async (range: JournalRange) => right(await checkRange(journal, range));
    const here = { count: 1, ask };
    return checkAll(rangesOf(after, end, 1, limits), here, part.onRead);
  }
  const parts = { ...rangeThreads, script, data: { reopening, stream } };
  const threads = new ThreadPool<JournalRange, RangeVerdict>(threadCount(limits.maxThreads), parts);
  try {
    return await checkAll(rangesOf(after, end, threads.count, limits), threads, part.onRead);
  } finally {
    await threads.terminate();
  }
};

/** Whether only a part of a journal is read. */
export const isPart = ({ from, to }: ReadPart): boolean => from !== undefined || to !== undefined;

/** The ranges of a part, and before them the first event, which identifies the journal. */
const rangesOf = (
  after: number,
  end: number,
  threads: number,
  limits: RangeLimits,
): ReadonlyArray<JournalRange> => {
  const ranges = rangesUpTo(end - after, threads, limits);
  const placed = ranges.map((range) => ({ after: after + range.after, upTo: after + range.upTo }));
  return after === 0 ? placed : [{ after: 0, upTo: 1 }, ...placed];
};

const checkAll = async (
  ranges: ReadonlyArray<JournalRange>,
  threads: Workers<JournalRange, RangeVerdict>,
  onRead: ReadPart["onRead"],
): Promise<CheckedJournal | undefined> => {
  let checked: CheckedJournal = { ...emptyJournal, hash: GENESIS_HASH };
  let recordTime = 0;
  for await (const [{ after, upTo }, verdict] of answersInOrder(threads, ranges)) {
    if (isLeft(verdict) || verdict.right.kind !== "sound") return undefined;
    const { read, times, hashBefore } = verdict.right;
    if (after === checked.events && hashBefore !== checked.hash) return undefined;
    if (times.first < recordTime) return undefined;
    recordTime = times.last;
    // only the first event identifies the journal
    const { journalId, participantId } = checked.events === 0 ? read : checked;
    checked = { ...checked, events: read.events, hash: read.hash, journalId, participantId };
    onRead?.(upTo);
  }
  return checked;
};
