import { type Either, isLeft } from "fp-ts/lib/Either.js";
import {
  type Int64,
  int64From,
  isNumericUnits,
  type Numeric,
  numericAdd,
  numericDivide,
  type NumericError,
  numericFromInteger,
  numericFromText,
  numericMultiply,
  numericSubtract,
  type Rounding,
  type ChoiceProgram,
} from "@tallystick/core";
import { stopWith } from "./coin-error.js";

/** A Numeric from units of 10^-10 known when the program is written. */
const constantOf = (units: bigint): Numeric => {
  if (isNumericUnits(units)) return units;
  throw new RangeError(`${units} units are no Numeric`);
};

/** An Int64 known when the program is written; anything else throws. */
export const constantInt = (value: bigint): Int64 => {
  const read = int64From(value);
  if (isLeft(read)) throw new RangeError(read.left);
  return read.right;
};

/** A Numeric known when the program is written, from its text; anything else throws. */
export const constantNumeric = (text: string): Numeric => {
  const read = numericFromText(text);
  if (isLeft(read)) throw new RangeError(read.left);
  return read.right;
};

/** Nothing. */
export const zero: Numeric = constantOf(0n);

/** One CC, or one USD. */
export const one: Numeric = constantOf(10_000_000_000n);

/**
 * The result of arithmetic inside a choice; an error stops the command with `arithmetic`, nothing
 * ever wraps.
 */
export function* computed<A>(result: Either<NumericError, A>): ChoiceProgram<A> {
  return isLeft(result)
    ? yield* stopWith("arithmetic", `A calculation failed: ${result.left}.`)
    : result.right;
}

/** The sum. */
export const plus = (a: Numeric, b: Numeric): ChoiceProgram<Numeric> => computed(numericAdd(a, b));

/** The difference. */
export const minus = (a: Numeric, b: Numeric): ChoiceProgram<Numeric> =>
  computed(numericSubtract(a, b));

/** The product, half-even unless said otherwise, as Daml rounds. */
export const times = (
  a: Numeric,
  b: Numeric,
  rounding: Rounding = "half-even",
): ChoiceProgram<Numeric> => computed(numericMultiply(a, b, rounding));

/** The quotient, half-even unless said otherwise, as Daml rounds. */
export const dividedBy = (
  a: Numeric,
  b: Numeric,
  rounding: Rounding = "half-even",
): ChoiceProgram<Numeric> => computed(numericDivide(a, b, rounding));

/**
 * What an amount of USD is in CC.
 *
 * @param price USD per CC
 */
export const coinOfUsd = (
  usd: Numeric,
  price: Numeric,
  rounding: Rounding = "half-even",
): ChoiceProgram<Numeric> => dividedBy(usd, price, rounding);

/** A whole number as a Numeric. */
export const ofInteger = (value: bigint): ChoiceProgram<Numeric> =>
  computed(numericFromInteger(value));

/**
 * The Int64 that a calculation with whole numbers comes to; one out of range stops the command with
 * `arithmetic`.
 */
export function* int(value: bigint): ChoiceProgram<Int64> {
  const read = int64From(value);
  return isLeft(read)
    ? yield* stopWith("arithmetic", `A calculation failed: ${read.left}.`)
    : read.right;
}
