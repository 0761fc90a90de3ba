import type { Contender, Sample } from "./contender.js";
import { runs as runCounts } from "./sizes.js";

/** Runs of both sides; the same index is the same moment of the machine. */
interface ContestRuns {
  readonly subject: ReadonlyArray<Sample>;
  readonly ceiling: ReadonlyArray<Sample>;
}

export interface ContestLimits {
  /** Timed runs of each side. */
  readonly runs: number;
  /** Whether each side first runs once unmeasured. */
  readonly warmUp: boolean;
  /** After this time no further run is begun, once there are the fewest; milliseconds. */
  readonly budgetMs: number;
}

/**
 * Measures two contenders in turn (A B A B ...), so that a machine that grows slower or faster
 * meanwhile does it to both.
 * @param ceiling undefined when the subject's own value is what counts
 */
export const contest = async (
  subject: Contender,
  ceiling: Contender | undefined,
  { runs, warmUp, budgetMs }: ContestLimits,
): Promise<ContestRuns> => {
  const deadline = performance.now() + budgetMs;
  if (warmUp) {
    await subject.run();
    await ceiling?.run();
  }
  const subjectRuns: Array<Sample> = [];
  const ceilingRuns: Array<Sample> = [];
  for (let run = 0; run < runs; run += 1) {
    if (run >= runCounts.least && performance.now() > deadline) break;
    subjectRuns.push(await subject.run());
    if (ceiling !== undefined) ceilingRuns.push(await ceiling.run());
  }
  return { subject: subjectRuns, ceiling: ceilingRuns };
};

/** Ratio of each pair of runs; the subject's values themselves when there is no ceiling. */
export const comparedValues = (runs: ContestRuns): ReadonlyArray<number> => {
  if (runs.ceiling.length === 0) return runs.subject.map((sample) => sample.value);
  return runs.subject.map((sample, index) => {
    const ceiling = runs.ceiling[index];
    return ceiling === undefined ? Number.NaN : sample.value / ceiling.value;
  });
};
