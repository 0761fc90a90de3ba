import { isInt64 } from "@tallystick/core";

const inRange = (value: bigint): bigint | undefined => (isInt64(value) ? value : undefined);

/** The sum; undefined on overflow, as everywhere here. */
export const addInt64 = (a: bigint, b: bigint): bigint | undefined => inRange(a + b);

export const subtractInt64 = (a: bigint, b: bigint): bigint | undefined => inRange(a - b);

export const multiplyInt64 = (a: bigint, b: bigint): bigint | undefined => inRange(a * b);

/** The quotient, towards zero; undefined also for division by 0. */
export const divideInt64 = (a: bigint, b: bigint): bigint | undefined =>
  b === 0n ? undefined : inRange(a / b);

/** What a division leaves, with the sign of the dividend; undefined for division by 0. */
export const remainderInt64 = (a: bigint, b: bigint): bigint | undefined =>
  b === 0n ? undefined : a % b;

const maxExponent = 63n;

/** The power; undefined also for a negative exponent. */
export const powerInt64 = (base: bigint, exponent: bigint): bigint | undefined => {
  if (exponent < 0n) return undefined;
  // these have a power for every exponent
  if (base === 0n || base === 1n) return exponent === 0n ? 1n : base;
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n;
  return exponent > maxExponent ? undefined : inRange(base ** exponent);
};

/** The number if it fits 64 bits. */
export const toInt64 = inRange;
