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
  timestampMaxMicros,
  timestampMinMicros,
  type ChoiceProgram,
} from "@tallystick/core";
import { arithmeticError } from "./coin-error.js";
import { shownDecimal } from "./shown.js";

/** A Numeric from units of 10^-10 known when the program is written. */
const constantOf = (units: bigint): Numeric => {
  if (isNumericUnits(units)) return units;
  throw new RangeError(`${units} units are no Numeric`);
};

/** An Int64 known when the program is written; anything else throws. */
export const constantInt = (value: bigint): Int64 => {
  const read = int64From(value);
  if (isLeft(read)) throw new RangeError(read.left.reason);
  return read.right;
};

/** A Numeric known when the program is written, from its text; anything else throws. */
export const constantNumeric = (text: string): Numeric => {
  const read = numericFromText(text);
  if (isLeft(read)) throw new RangeError(read.left.reason);
  return read.right;
};

/** Nothing. */
export const zero: Numeric = constantOf(0n);

/** One CC, or one USD. */
export const one: Numeric = constantOf(10_000_000_000n);

/**
 * The result of a builtin of Daml; what has none stops the command, nothing ever wraps.
 *
 * @param builtin with the scale, for those that are given one
 */
function* resultOf<A>(
  result: Either<unknown, A>,
  builtin: string,
  shown: () => ReadonlyArray<string>,
): ChoiceProgram<A> {
  return isLeft(result) ? yield* arithmeticError(`${builtin} ${shown().join(" ")}`) : result.right;
}

const onNumerics = (
  result: Either<NumericError, Numeric>,
  builtin: string,
  a: Numeric,
  b: Numeric,
): ChoiceProgram<Numeric> => resultOf(result, builtin, () => [shownDecimal(a), shownDecimal(b)]);

export const plus = (a: Numeric, b: Numeric): ChoiceProgram<Numeric> =>
  onNumerics(numericAdd(a, b), "ADD_NUMERIC", a, b);

export const minus = (a: Numeric, b: Numeric): ChoiceProgram<Numeric> =>
  onNumerics(numericSubtract(a, b), "SUB_NUMERIC", a, b);

/** The product, rounded half-even as Daml does. */
export const times = (a: Numeric, b: Numeric): ChoiceProgram<Numeric> =>
  onNumerics(numericMultiply(a, b, "half-even"), "MUL_NUMERIC 1.0", a, b);

/** The quotient, rounded half-even as Daml does. */
export const dividedBy = (a: Numeric, b: Numeric): ChoiceProgram<Numeric> =>
  onNumerics(numericDivide(a, b, "half-even"), "DIV_NUMERIC 1.0", a, b);

/**
 * What an amount of USD is in CC.
 *
 * @param price USD per CC
 */
export const coinOfUsd = (usd: Numeric, price: Numeric): ChoiceProgram<Numeric> =>
  dividedBy(usd, price);

/** A whole number as a Numeric. */
export const ofInteger = (value: bigint): ChoiceProgram<Numeric> =>
  resultOf(numericFromInteger(value), "INT64_TO_NUMERIC 1.0", () => [value.toString()]);

const onInts = (value: bigint, builtin: string, a: bigint, b: bigint): ChoiceProgram<Int64> =>
  resultOf(int64From(value), builtin, () => [a.toString(), b.toString()]);

/** The sum of whole numbers. */
export const plusInt = (a: Int64, b: Int64): ChoiceProgram<Int64> =>
  onInts(a + b, "ADD_INT64", a, b);

/** The difference of whole numbers. */
export const minusInt = (a: Int64, b: Int64): ChoiceProgram<Int64> =>
  onInts(a - b, "SUB_INT64", a, b);

/** The product of whole numbers. */
export const timesInt = (a: Int64, b: Int64): ChoiceProgram<Int64> =>
  onInts(a * b, "MUL_INT64", a, b);

/**
 * A time a span after another one, both in microseconds; a span may be negative.
 *
 * @param time since the Unix epoch
 */
export function* laterBy(
  time: bigint,
  { microseconds }: { readonly microseconds: Int64 },
): ChoiceProgram<bigint> {
  const micros = yield* plusInt(constantInt(time), microseconds);
  const isTime = micros >= timestampMinMicros && micros <= timestampMaxMicros;
  return isTime ? micros : yield* arithmeticError(`UNIX_MICROSECONDS_TO_TIMESTAMP ${micros}`);
}
