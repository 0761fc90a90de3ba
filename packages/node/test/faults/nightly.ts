/** True in the long form of the tests, `npm test -- --nightly`. */
export const isNightly = process.env.TALLYSTICK_NIGHTLY === "on";

/** The seed of everything that is drawn: TALLYSTICK_SEED, or the time. */
export const seed = Number(process.env.TALLYSTICK_SEED ?? Date.now() % 1_000_000_007);

/** A repeatable source of whole numbers below a bound. */
export const numbersFrom = (start: number): ((below: number) => number) => {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // the low bits of such a sequence repeat soon
    return Math.floor((state / 2 ** 32) * below);
  };
};
