import { Worker } from "node:worker_threads";
import { jobError, type RunJob, runJob, type RunJobResult } from "./run-job.js";

/** Makes runs in a thread of its own, which is started when the first is needed. */
export interface RunMaker {
  /** Entries to be written are gone from this thread afterwards. */
  make(job: RunJob): Promise<RunJobResult>;
  /** Ends the thread; jobs under way fail. */
  close(): Promise<void>;
}

const script = new URL("./run-worker.js", import.meta.url);

const ended: RunJobResult = { kind: "failed", message: "the thread that writes runs has ended" };

/**
 * A maker of runs. A thread that ended is started again with the next job.
 *
 * @param onThreadEnd is called each time the thread ended by itself
 */
export const runMaker = (onThreadEnd: (reason: string) => void = () => undefined): RunMaker => {
  const waiting = new Map<number, (result: RunJobResult) => void>();
  let worker: Worker | undefined;
  let jobs = 0;
  let isClosing = false;
  const endAll = (): void => {
    worker = undefined;
    for (const resolve of waiting.values()) resolve(ended);
    waiting.clear();
  };
  // its error comes before its exit, when there may be another already
  const endOf = (made: Worker, reason: string): void => {
    if (made !== worker) return;
    endAll();
    if (!isClosing) onThreadEnd(`the thread that writes runs ended: ${reason}`);
  };
  const started = (): Worker => {
    const made = new Worker(script);
    made.on("message", ({ number, result }: { number: number; result: RunJobResult }) => {
      waiting.get(number)?.(result);
      waiting.delete(number);
      // the process may end while nothing is made, and must not while somebody waits, for the end
      // of the thread too
      if (waiting.size === 0 && !isClosing) made.unref();
    });
    made.on("error", ({ message }) => endOf(made, message));
    made.on("exit", (code) => endOf(made, `exit code ${code}`));
    return made;
  };
  return {
    make: (job) =>
      new Promise((resolve) => {
        worker ??= started();
        worker.ref();
        const number = ++jobs;
        waiting.set(number, resolve);
        // a copy of the entries would be as large again
        const moved = job.kind === "write" ? [job.entries.buffer] : [];
        worker.postMessage({ number, job }, moved);
      }),
    close: async () => {
      isClosing = true;
      const running = worker;
      await running?.terminate();
      endAll();
    },
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
