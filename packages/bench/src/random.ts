/** Draws whole numbers from 0 up to a bound. */
export type Random = (below: number) => number;

/** A generator whose draws follow from its seed alone; a linear congruence, the upper bits used. */
export const randomFrom = (seed: number): Random => {
  let state = seed & 0x7fffffff;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
};
