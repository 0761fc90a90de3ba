import { testSeed } from "@tallystick/dev";

/** The seed of everything that is drawn. */
export const seed = testSeed();

/** A repeatable source of whole numbers below a bound. */
export const numbersFrom = (start: number): ((below: number) => number) => {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // the low bits of such a sequence repeat soon
    return Math.floor((state / 2 ** 32) * below);
  };
};
