import { type Either, isLeft } from "fp-ts/lib/Either.js";
import {
  type Int64,
  int64From,
  isNumericUnits,
  type Numeric,
  numericAdd,
  numericDivide,
  type NumericFault,
  numericFromInteger,
  numericMultiply,
  numericSubtract,
  type Rounding,
  type Steps,
} from "@tallystick/core";
import { refuse } from "./coin-error.js";

/** A Numeric from units of 10^-10 known when the program is written. */
const constantOf = (units: bigint): Numeric => {
  if (isNumericUnits(units)) return units;
  throw new RangeError(`${units} units are no Numeric`);
};

/** Nothing. */
export const zero: Numeric = constantOf(0n);

/** One CC, or one USD. */
export const one: Numeric = constantOf(10_000_000_000n);

/** The result of arithmetic inside a choice; a fault stops the command with `arithmetic`, nothing ever wraps. */
export function* sure<A>(result: Either<NumericFault, A>): Steps<A> {
  return isLeft(result)
    ? yield* refuse("arithmetic", `A calculation failed: ${result.left}.`)
    : result.right;
}

/** The sum. */
export const plus = (a: Numeric, b: Numeric): Steps<Numeric> => sure(numericAdd(a, b));

/** The difference. */
export const minus = (a: Numeric, b: Numeric): Steps<Numeric> => sure(numericSubtract(a, b));

/** The product, half-even unless said otherwise, as Daml rounds. */
export const times = (a: Numeric, b: Numeric, rounding: Rounding = "half-even"): Steps<Numeric> =>
  sure(numericMultiply(a, b, rounding));

/** The quotient, half-even unless said otherwise, as Daml rounds. */
export const dividedBy = (
  a: Numeric,
  b: Numeric,
  rounding: Rounding = "half-even",
): Steps<Numeric> => sure(numericDivide(a, b, rounding));

/**
 * What an amount of USD is in CC.
 *
 * @param price USD per CC
 */
export const coinOfUsd = (
  usd: Numeric,
  price: Numeric,
  rounding: Rounding = "half-even",
): Steps<Numeric> => dividedBy(usd, price, rounding);

/** A whole number as a Numeric. */
export const ofInteger = (value: bigint): Steps<Numeric> => sure(numericFromInteger(value));

/** The Int64 that a calculation with whole numbers comes to; one out of range stops the command with `arithmetic`. */
export function* int(value: bigint): Steps<Int64> {
  const read = int64From(value);
  return read._tag === "Right"
    ? read.right
    : yield* refuse("arithmetic", `A calculation failed: ${read.left}.`);
}
