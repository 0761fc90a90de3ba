import { answersInOrder, threadCount, ThreadPool, type Workers } from "@tallystick/background";
import type { LedgerSettings } from "@tallystick/core";
import { SharedTexts, type TableContext, TextMemory, flushFile } from "@tallystick/tables";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Journal, JournalError } from "../journal/journal.js";
import { closeRuns, makeSnapshotFolder, removeOthers } from "../snapshot/snapshot-file.js";
import type { FoldedRuns } from "../snapshot/keeper-parts.js";
import {
  type JournalRange,
  type RangeLimits,
  rangeLimits,
  rangesUpTo,
  rangeThreads,
} from "./journal-range.js";
import { foldRange, type RangePlace, type RangeResult } from "./range-job.js";
import type { FoldingThread } from "./range-worker.js";
import { RangesFold } from "./ranges-fold.js";

/** The destination of the state. */
interface FoldPlace {
  /** The data folder; its snapshot is replaced. */
  readonly folder: string;
  readonly settings: LedgerSettings;
  /** Of the hashes of keys in the snapshot. */
  readonly seed: number;
}

/**
 * Folds a journal from its beginning, in as many threads as there are processors: each reads,
 * checks and decodes a range of events and writes its contracts and changes into runs. Changes that
 * depend on their order are folded here.
 *
 * @returns undefined when the journal is short, or something other than the journal failed
 */
export const foldRanges = async (
  journal: Journal,
  place: FoldPlace,
  limits: RangeLimits = rangeLimits,
): Promise<Either<JournalError, FoldedRuns> | undefined> => {
  const last = await journal.store.lastEvent(journal.stream);
  if (isLeft(last)) return undefined;
  const end = (last.right?.revision ?? -1) + 1;
  if (end < limits.minEvents) return undefined;
  const memory = new TextMemory();
  const context = { seed: place.seed, texts: new SharedTexts([], memory) };
  const threads = threadsFor(journal, place, limits, context, memory);
  const fold = new RangesFold(place.folder, context, place.settings, end);
  const ranges = rangesUpTo(end, threads.count, limits);
  const error = await foldAll(ranges, threads, fold, place);
  await threads.terminate();
  if (error === undefined)
    return right(fold.folded({ ...context, texts: new SharedTexts(memory.from(0)) }));
  closeRuns(fold.runs);
  await removeOthers(place.folder, undefined);
  return error.kind === "unread" ? left(error.error) : undefined;
};

interface FoldingThreads extends Workers<JournalRange, RangeResult> {
  /** Ends the fold; running ranges fail. */
  terminate(): Promise<void>;
}

type RangeError = Exclude<RangeResult, { readonly kind: "folded" }>;

/** Folds all ranges in order; returns the first error. */
const foldAll = async (
  ranges: ReadonlyArray<JournalRange>,
  threads: FoldingThreads,
  fold: RangesFold,
  { folder }: FoldPlace,
): Promise<RangeError | undefined> => {
  try {
    await makeSnapshotFolder(folder);
    const flushes: Array<Promise<string | undefined>> = [];
    for await (const [range, answer] of answersInOrder(threads, ranges)) {
      if (isLeft(answer)) return { kind: "failed", message: answer.left.message };
      const result = answer.right;
      if (result.kind !== "folded") return result;
      for (const { path } of result.runs) flushes.push(flushError(path));
      if (!(await fold.take(range, result)))
        return { kind: "failed", message: "the journal changed while it was read" };
    }
    const unflushed = (await Promise.all(flushes)).find((message) => message !== undefined);
    return unflushed === undefined ? undefined : { kind: "failed", message: unflushed };
  } catch (thrown) {
    // a full disk, or a damaged run: folding event by event shows which
    return { kind: "failed", message: String(thrown) };
  }
};

/** Why a run cannot be flushed, if so. */
const flushError = (path: string): Promise<string | undefined> =>
  flushFile(path).then(() => undefined, String);

const script = new URL("./range-worker.js", import.meta.url);

const threadsFor = (
  journal: Journal,
  { folder, seed }: FoldPlace,
  limits: RangeLimits,
  context: TableContext,
  memory: TextMemory,
): FoldingThreads => {
  const { store, stream } = journal;
  const { reopening } = store.capabilities;
  if (reopening === undefined) return inThisThread(journal, { folder, context });
  const data: FoldingThread = { reopening, stream, folder, seed, texts: memory.buffer };
  return new ThreadPool(threadCount(limits.maxThreads), { ...rangeThreads, script, data });
};

/** Folds one range after the other, when only this thread can read the store. */
const inThisThread = (journal: Journal, place: RangePlace): FoldingThreads => {
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  const stopped = { kind: "stopped", message: "the fold was stopped" } as const;
  return {
    count: 1,
    ask: (range) => {
      const folded = last.then(async () =>
        isStopped ? left(stopped) : right(await foldRange(journal, range, place)),
      );
      last = folded;
      return folded;
    },
    terminate: async () => {
      isStopped = true;
      await last;
    },
  };
};
