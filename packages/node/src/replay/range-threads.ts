import { Worker } from "node:worker_threads";
import type { Reopening } from "@tallystick/event-store";
import type { JournalRange } from "./journal-range.js";

/** Which journal a thread opens. */
export interface ReopenedJournal {
  readonly reopening: Reopening;
  readonly stream: string;
}

/** Something other than the journal went wrong with a range. */
export interface FailedRange {
  readonly kind: "failed";
  readonly message: string;
}

/** Threads that take ranges of a journal, each the next one that nobody has begun. */
export interface RangeThreads<R> {
  readonly count: number;
  take(range: JournalRange): Promise<R | FailedRange>;
  /** Ends the threads; ranges under way fail. */
  close(): Promise<void>;
}

/** Ranges for each thread that are begun before the results of others were used. */
const aheadPerThread = 2;

/**
 * Takes ranges and gives what became of them, in their order. What was given is not kept: all
 * results of a long journal together are hundreds of megabytes. Nor is much read ahead of whoever
 * uses the results.
 */
export async function* resultsInOrder<R>(
  { count, take }: Pick<RangeThreads<R>, "count" | "take">,
  ranges: ReadonlyArray<JournalRange>,
): AsyncGenerator<readonly [JournalRange, R | FailedRange]> {
  const begun: Array<Promise<R | FailedRange>> = [];
  let next = 0;
  for (const range of ranges) {
    for (; next < ranges.length && begun.length < aheadPerThread * count; next++) {
      const following = ranges[next];
      if (following !== undefined) begun.push(take(following));
    }
    const result = await begun.shift();
    if (result !== undefined) yield [range, result];
  }
}

/** Most of what a thread makes is garbage before this many MiB of it are there. */
const youngMiB = 48;

interface Waiting<R> {
  readonly range: JournalRange;
  readonly resolve: (result: R | FailedRange) => void;
}

/**
 * So many threads for the ranges of one journal. When one ends too early, all ranges fail.
 *
 * @param script takes ranges as messages, and answers each with one
 */
export const rangeThreads = <R>(
  script: URL,
  count: number,
  data: ReopenedJournal,
): RangeThreads<R> => {
  const waiting: Array<Waiting<R>> = [];
  const idle: Array<Worker> = [];
  const busy = new Map<Worker, Waiting<R>>();
  let failure: FailedRange | undefined;
  const fail = (message: string): void => {
    failure ??= { kind: "failed", message };
    for (const { resolve } of [...busy.values(), ...waiting.splice(0)]) resolve(failure);
    busy.clear();
  };
  const next = (): void => {
    while (idle.length > 0) {
      const work = waiting.shift();
      const worker = work === undefined ? undefined : idle.shift();
      if (work === undefined || worker === undefined) return;
      busy.set(worker, work);
      worker.postMessage(work.range);
    }
  };
  const started = (): Worker => {
    const resourceLimits = { maxYoungGenerationSizeMb: youngMiB };
    const worker = new Worker(script, { workerData: data, resourceLimits });
    worker.on("message", (result: R) => {
      busy.get(worker)?.resolve(result);
      busy.delete(worker);
      idle.push(worker);
      next();
    });
    worker.on("error", (thrown) => fail(String(thrown)));
    worker.on("exit", () => fail("a thread that reads the journal has ended"));
    return worker;
  };
  const workers = Array.from({ length: count }, started);
  idle.push(...workers);
  return {
    count,
    take: (range) =>
      new Promise((resolve) => {
        if (failure !== undefined) return resolve(failure);
        waiting.push({ range, resolve });
        next();
      }),
    close: async () => {
      fail("the threads that read the journal were ended");
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
};
