import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** A repeatable source of whole numbers below a bound. */
export const numbersFrom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
};

/** Flips one bit of a file. */
export const flipBit = (file: string, bit: number): void => {
  const handle = openSync(file, "r+");
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, bit >> 3);
  byte[0] = (byte[0] ?? 0) ^ (1 << (bit & 7));
  writeSync(handle, byte, 0, 1, bit >> 3);
  closeSync(handle);
};
