import { OwnThread } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import { jobError, type RunJob, runJob, type RunJobResult } from "./run-job.js";

/** Makes runs in a thread of its own, which is started when the first is needed. */
export interface RunMaker {
  /** Entries to be written are gone from this thread afterwards. */
  make(job: RunJob): Promise<RunJobResult>;
  /** Ends the thread; jobs under way fail. */
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
    // who could not write a run waits before the next try
    delays: { firstMs: 0, mostMs: 0 },
    onEnd: onThreadEnd,
  });
  return {
    make: async (job) => {
      // a copy of the entries would be as large again
      const made = await thread.ask(job, job.kind === "write" ? [job.entries.buffer] : []);
      return isLeft(made) ? { kind: "failed", message: made.left.message } : made.right;
    },
    close: () => thread.terminate(),
  };
};

/** Makes a run at once, in the calling thread. */
export const makeRunNow = (job: RunJob): RunJobResult => {
  try {
    const steps = runJob(job);
    for (let step = steps.next(); ; step = steps.next())
      if (step.done === true) return { kind: "made", index: step.value };
  } catch (thrown) {
    return jobError(thrown);
  }
};
