/** Random numbers that a seed repeats. */
export interface RandomNumbers {
  /** From 0 up to 1. */
  next(): number;
  /** Whole, from 0 up to `limit`. */
  below(limit: number): number;
  /** True so often, from 0 to 1. */
  chance(probability: number): boolean;
}

/** Numbers of the mulberry32 generator. */
export const randomNumbers = (seed: number): RandomNumbers => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    chance: (probability) => next() < probability,
  };
};
