import type { Contender, Sample } from "./contender.js";

/** Runs of both sides; the same index is the same moment of the machine. */
export interface ContestRuns {
  readonly subject: ReadonlyArray<Sample>;
  readonly ceiling: ReadonlyArray<Sample>;
}

/**
 * Measures two contenders in turn (A B A B ...), so that a machine that grows slower or faster meanwhile does it to both.
 * @param ceiling undefined when the subject's own value is what counts
 * @param runs timed runs of each side
 * @param warmUp whether each side first runs once unmeasured
 */
export const contest = async (
  subject: Contender,
  ceiling: Contender | undefined,
  runs: number,
  warmUp: boolean,
): Promise<ContestRuns> => {
  if (warmUp) {
    await subject.run();
    await ceiling?.run();
  }
  const subjectRuns: Array<Sample> = [];
  const ceilingRuns: Array<Sample> = [];
  for (let run = 0; run < runs; run += 1) {
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
