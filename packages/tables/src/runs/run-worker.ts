import { answerOwner, systemTimers } from "@tallystick/background";
import { jobError, type RunJob, runJob, type RunJobResult } from "./run-job.js";

// The thread that writes and merges runs. Jobs take turns, so that new entries do not wait for a
// long merge.

interface RunningJob {
  readonly steps: ReturnType<typeof runJob>;
  readonly end: (result: RunJobResult) => void;
}

const running: Array<RunningJob> = [];

const work = (): void => {
  const job = running.shift();
  if (job === undefined) return;
  try {
    const step = job.steps.next();
    if (step.done === true) job.end({ kind: "made", index: step.value });
    else running.push(job);
  } catch (thrown) {
    job.end(jobError(thrown));
  }
  if (running.length > 0) systemTimers.later(work);
};

answerOwner<RunJob, RunJobResult>({
  request: (job, answer) => {
    const end = (result: RunJobResult): void =>
      answer(result, result.kind === "made" ? [result.index.filter.buffer] : []);
    running.unshift({ steps: runJob(job), end });
    if (running.length === 1) systemTimers.later(work);
  },
});
