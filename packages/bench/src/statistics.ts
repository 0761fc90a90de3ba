/** A sample of runs in one line: the middle one and how far the others lie from it. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

const ascending = (values: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...values].sort((a, b) => a - b);

/**
 * Value below which a fraction of the sorted sample lies (nearest rank).
 * @param sorted ascending, not empty
 * @param fraction 0 to 1
 */
export const percentile = (sorted: ArrayLike<number>, fraction: number): number => {
  const rank = Math.ceil(fraction * sorted.length) - 1;
  return sorted[Math.min(Math.max(rank, 0), sorted.length - 1)] ?? Number.NaN;
};

/** Middle value; of an even count the mean of the two in the middle; NaN of none. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = ascending(values);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
};

/** Median, least and greatest of a sample; NaN for an empty one. */
export const spread = (values: ReadonlyArray<number>): Spread => ({
  median: median(values),
  min: values.length === 0 ? Number.NaN : Math.min(...values),
  max: values.length === 0 ? Number.NaN : Math.max(...values),
});
