import { setTimeout as delay } from "node:timers/promises";

/** What a process holds once everything that can be freed is freed; bytes. */
export interface Memory {
  /** JavaScript heap, array buffers and other memory held by JavaScript objects. */
  readonly heapBytes: number;
  readonly rssBytes: number;
}

/** Time for finalizers between two collections; milliseconds. */
const settleMs = 100;

/** Collects garbage and looks; rejects when the process was started without `--expose-gc`. */
export const memoryAfterCollection = async (): Promise<Memory> => {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error("start the process with --expose-gc");
  collect();
  await delay(settleMs);
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapBytes: heapUsed + external, rssBytes: rss };
};
