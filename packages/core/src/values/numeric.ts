import { type ValueError, valueError } from "./value-error.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Branded } from "io-ts";

/** The brand of {@link Numeric}. */
export interface NumericBrand {
  readonly Numeric: unique symbol;
}

/** A Daml Numeric 10: an exact decimal, held as a whole number of units of 10^-10. */
export type Numeric = Branded<bigint, NumericBrand>;

/** Digits after the point of a Numeric. */
const numericScale = 10;

/** Most digits before the point of a Numeric. */
const numericWholeDigits = 28;

/** Units of a Numeric in one. */
export const numericUnitsPerOne = 10n ** BigInt(numericScale);

/** The greatest Numeric in units; the smallest is its negative. */
export const numericMaxUnits = 10n ** BigInt(numericWholeDigits + numericScale) - 1n;

/** Why arithmetic on Numeric has no result. */
export type NumericError = "overflow" | "division by zero";

/**
 * How digits beyond the tenth are rounded: to the nearest, ties to the even digit or upwards; or
 * always down; or always up.
 */
export type Rounding = "half-even" | "half-up" | "floor" | "ceiling";

const numericText = /^([+-]?)([0-9]+)(?:\.([0-9]*))?$/;
const longestText = 1000;

/** True when the number of units lies in the range of Numeric. */
export const isNumericUnits = (units: bigint): units is Numeric =>
  units <= numericMaxUnits && units >= -numericMaxUnits;

/** A Numeric from units of 10^-10. */
export const numericFromUnits = (units: bigint): Either<NumericError, Numeric> =>
  isNumericUnits(units) ? right(units) : left("overflow");

/** A Numeric from a whole number. */
export const numericFromInteger = (value: bigint): Either<NumericError, Numeric> =>
  numericFromUnits(value * numericUnitsPerOne);

/**
 * Reads a decimal: optional sign, digits, optional point with any number of digits, `5.` included.
 * Nothing is rounded: digits beyond the tenth after the point must be zeros.
 * @returns the value, or why the text is not one
 */
export const numericFromText = (text: string): Either<ValueError, Numeric> => {
  const written = unitsAsWritten(text);
  if (written !== undefined) return right(written);
  const match = text.length <= longestText ? numericText.exec(text) : null;
  if (match === null) return valueError("expected a decimal such as 999.99");
  const [, sign = "", whole = "", fraction = ""] = match;
  if (/[^0]/.test(fraction.slice(numericScale))) {
    const sentence = `Cannot represent ${text} as (Numeric ${numericScale}) without loss of precision`;
    const reason = `expected at most ${numericScale} digits after the point`;
    return left({ path: [], reason, sentence, losesDigits: true });
  }
  const units = BigInt(whole + fraction.slice(0, numericScale).padEnd(numericScale, "0"));
  const signed = sign === "-" ? -units : units;
  return isNumericUnits(signed)
    ? right(signed)
    : valueError(`expected at most ${numericWholeDigits} digits before the point`);
};

const pointCode = 0x2e;
const zeroCode = 0x30;
const nineCode = 0x39;

/**
 * Reads the form that `numericToText` writes, without a sign: the most frequent form, read in a
 * fraction of the time.
 */
const unitsAsWritten = (text: string): Numeric | undefined => {
  const point = text.length - numericScale - 1;
  if (point < 1 || point > numericWholeDigits || text.charCodeAt(point) !== pointCode)
    return undefined;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (at !== point && (code < zeroCode || code > nineCode)) return undefined;
  }
  const units = BigInt(text.slice(0, point) + text.slice(point + 1));
  return isNumericUnits(units) ? units : undefined;
};

// of the numbers in a transfer most are zero
const numericZeroText = `0.${"0".repeat(numericScale)}`;

/**
 * Writes a Numeric with always ten digits after the point, e.g. "999.9900000000", so that equal
 * amounts are equal texts.
 */
export const numericToText = (value: Numeric): string => {
  if (value === 0n) return numericZeroText;
  const digits = (value < 0n ? -value : value).toString().padStart(numericScale + 1, "0");
  const point = digits.length - numericScale;
  return `${value < 0n ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
};

/** The sum. */
export const numericAdd = (a: Numeric, b: Numeric): Either<NumericError, Numeric> =>
  numericFromUnits(a + b);

/** The difference. */
export const numericSubtract = (a: Numeric, b: Numeric): Either<NumericError, Numeric> =>
  numericFromUnits(a - b);

/** The negative; always in range. */
export const numericNegate = (value: Numeric): Numeric => {
  const negated = -value;
  // the range is symmetric, so the guard is only for the compiler
  return isNumericUnits(negated) ? negated : value;
};

/** The product, rounded to ten digits after the point as named. */
export const numericMultiply = (
  a: Numeric,
  b: Numeric,
  rounding: Rounding,
): Either<NumericError, Numeric> =>
  numericFromUnits(divideRounded(a * b, numericUnitsPerOne, rounding));

/** The quotient, rounded to ten digits after the point as named. */
export const numericDivide = (
  a: Numeric,
  b: Numeric,
  rounding: Rounding,
): Either<NumericError, Numeric> =>
  b === 0n
    ? left("division by zero")
    : numericFromUnits(divideRounded(a * numericUnitsPerOne, b, rounding));

const divideRounded = (dividend: bigint, divisor: bigint, rounding: Rounding): bigint => {
  const [n, d] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor];
  const truncated = n / d;
  const floor = n % d < 0n ? truncated - 1n : truncated;
  const rest = n - floor * d;
  switch (rounding) {
    case "floor":
      return floor;
    case "ceiling":
      return rest === 0n ? floor : floor + 1n;
    case "half-up":
      return rest * 2n >= d ? floor + 1n : floor;
    case "half-even": {
      const twice = rest * 2n;
      const up = twice > d || (twice === d && floor % 2n !== 0n);
      return up ? floor + 1n : floor;
    }
  }
};
