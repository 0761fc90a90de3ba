import { OwnThread } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import { atOnce, jobError, type RunJob, runJob, type RunJobResult } from "./run-job.js";

/** Writes runs in a background thread, which starts with the first. */
export interface RunMaker {
  /** Entries in shared memory are not copied. */
  make(job: RunJob): Promise<RunJobResult>;
  /** Ends the thread; running jobs fail. */
  close(): Promise<void>;
}

const script = new URL("./run-worker.js", import.meta.url);

/**
 * A maker of runs.
 *
 * @param onThreadEnd is called each time the thread ended by itself
 */
export const runMaker = (onThreadEnd?: (reason: string) => void): RunMaker => {
  const thread = new OwnThread<RunJob, RunJobResult>({
    name: "the thread that writes runs",
    script,
    // the caller waits before it tries again
    delays: { firstMs: 0, mostMs: 0 },
    onEnd: onThreadEnd,
  });
  return {
    make: async (job) => {
      const made = await thread.ask(job);
      return isLeft(made) ? { kind: "failed", message: made.left.message } : made.right;
    },
    close: () => thread.terminate(),
  };
};

/** Writes a run in the calling thread. */
export const makeRunNow = (job: RunJob): RunJobResult => {
  try {
    return { kind: "made", index: atOnce(runJob(job)) };
  } catch (thrown) {
    return jobError(thrown);
  }
};
