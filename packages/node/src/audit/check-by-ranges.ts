import { GENESIS_HASH } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import { type RangeLimits, rangeLimits, rangesUpTo } from "../replay/journal-range.js";
import { type RangeThreads, rangeThreads, resultsInOrder } from "../replay/range-threads.js";
import { reopeningOf, threadCount } from "../replay/reopen-journal.js";
import type { RangeVerdict } from "./check-range.js";
import type { CheckedJournal } from "./journal-check.js";

const script = new URL("./check-worker.js", import.meta.url);

/**
 * Checks a long journal in as many threads as there are processors. Undefined when it is short,
 * cannot be read by threads, was pruned, or is damaged: then a check from its beginning finds what
 * is wrong and where.
 */
export const checkByRanges = async (
  { store, stream }: Journal,
  limits: RangeLimits = rangeLimits,
): Promise<CheckedJournal | undefined> => {
  const reopening = reopeningOf(store);
  const last = await store.lastEvent(stream);
  if (isLeft(last) || last.right === undefined || reopening === undefined) return undefined;
  const end = last.right.revision + 1;
  if (end < limits.minEvents) return undefined;
  const threads = rangeThreads<RangeVerdict>(script, threadCount(limits), { reopening, stream });
  try {
    return await checkAll(end, threads, limits);
  } finally {
    await threads.close();
  }
};

const checkAll = async (
  end: number,
  threads: RangeThreads<RangeVerdict>,
  limits: RangeLimits,
): Promise<CheckedJournal | undefined> => {
  let checked: CheckedJournal = {
    events: 0,
    hash: GENESIS_HASH,
    journalId: "",
    participantId: "",
    pruned: undefined,
  };
  let recordTime = 0;
  const ranges = rangesUpTo(end, threads.count, limits);
  for await (const [, verdict] of resultsInOrder(threads, ranges)) {
    if (verdict.kind !== "sound" || verdict.hashBefore !== checked.hash) return undefined;
    const { read, times } = verdict;
    if (times.first < recordTime) return undefined;
    recordTime = times.last;
    // only the first event identifies the journal
    const { journalId, participantId } = checked.events === 0 ? read : checked;
    checked = { ...checked, events: read.events, hash: read.hash, journalId, participantId };
  }
  return checked;
};
