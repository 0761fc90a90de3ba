import { Worker } from "node:worker_threads";
import type { Reopening } from "@tallystick/event-store";
import type { JournalRange, RangeResult } from "./range-job.js";

/** What a thread begins with. */
export interface RangeThreadData {
  readonly reopening: Reopening;
  readonly stream: string;
  readonly folder: string;
  /** Of the hashes of keys. */
  readonly seed: number;
  /** See `TextMemory`. */
  readonly texts: SharedArrayBuffer;
}

/** Threads that fold ranges, each the next one that nobody has begun. */
export interface RangeThreads {
  readonly count: number;
  fold(range: JournalRange): Promise<RangeResult>;
  /** Ends the threads; ranges under way fail. */
  close(): Promise<void>;
}

const script = new URL("./range-worker.js", import.meta.url);

/** Most of what a thread makes is garbage before this many MiB of it are there. */
const youngMiB = 32;

interface Waiting {
  readonly range: JournalRange;
  readonly resolve: (result: RangeResult) => void;
}

/** So many threads for the ranges of one journal. When one ends too early, all ranges fail. */
export const rangeThreads = (count: number, data: RangeThreadData): RangeThreads => {
  const waiting: Array<Waiting> = [];
  const idle: Array<Worker> = [];
  const busy = new Map<Worker, Waiting>();
  let failure: RangeResult | undefined;
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
    worker.on("message", (result: RangeResult) => {
      busy.get(worker)?.resolve(result);
      busy.delete(worker);
      idle.push(worker);
      next();
    });
    worker.on("error", (thrown) => fail(String(thrown)));
    worker.on("exit", () => fail("a thread that folds the journal has ended"));
    return worker;
  };
  const workers = Array.from({ length: count }, started);
  idle.push(...workers);
  return {
    count,
    fold: (range) =>
      new Promise((resolve) => {
        if (failure !== undefined) return resolve(failure);
        waiting.push({ range, resolve });
        next();
      }),
    close: async () => {
      fail("the threads that fold the journal were ended");
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
};
