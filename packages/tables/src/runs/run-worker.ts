import { parentPort } from "node:worker_threads";
import { jobError, type RunJob, runJob, type RunJobResult } from "./run-job.js";

// The thread that writes and merges runs. Jobs take turns, so that new entries need not wait for a
// long merge.

interface RunningJob {
  readonly number: number;
  readonly steps: ReturnType<typeof runJob>;
}

const running: Array<RunningJob> = [];

const answer = (number: number, result: RunJobResult): void => {
  const transfer = result.kind === "made" ? [result.index.filter.buffer] : [];
  parentPort?.postMessage({ number, result }, transfer);
};

const work = (): void => {
  const job = running.shift();
  if (job === undefined) return;
  try {
    const step = job.steps.next();
    if (step.done === true) answer(job.number, { kind: "made", index: step.value });
    else running.push(job);
  } catch (thrown) {
    answer(job.number, jobError(thrown));
  }
  if (running.length > 0) setImmediate(work);
};

parentPort?.on("message", ({ number, job }: { number: number; job: RunJob }) => {
  running.unshift({ number, steps: runJob(job) });
  if (running.length === 1) setImmediate(work);
});
