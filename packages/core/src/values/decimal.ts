import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { ArgumentError, foundValue } from "./argument-error.js";
import {
  type Numeric,
  numericAdd,
  numericDivide,
  type NumericError,
  numericFromText,
  numericFromUnits,
  numericMultiply,
  numericNegate,
  numericSubtract,
  numericToText,
  type Rounding,
} from "./numeric.js";

/** An operand: a decimal, or its text. */
export type DecimalLike = Decimal | string;

/**
 * A Numeric as programs around the ledger hold it: exact, never a floating-point number. It has
 * methods for arithmetic; a result beyond the range and a division by zero throw an ArgumentError.
 *
 * @example
 * numeric("12.50").plus("0.5").times("2").toString(); // "26.0000000000"
 */
export class Decimal {
  /** @param units of 10^-10; what a choice body calculates with */
  constructor(readonly units: Numeric) {
    Object.freeze(this);
  }

  /**
   * The sum.
   *
   * @param other another one, or its text
   */
  plus(other: DecimalLike): Decimal {
    return decimalOf(numericAdd(this.units, unitsOf(other)));
  }

  /**
   * The difference.
   *
   * @param other another one, or its text
   */
  minus(other: DecimalLike): Decimal {
    return decimalOf(numericSubtract(this.units, unitsOf(other)));
  }

  /**
   * The product, to ten digits after the point.
   *
   * @param other another one, or its text
   * @param rounding what becomes of the eleventh digit; default half-even
   */
  times(other: DecimalLike, rounding: Rounding = "half-even"): Decimal {
    return decimalOf(numericMultiply(this.units, unitsOf(other), checkedRounding(rounding)));
  }

  /**
   * The quotient, to ten digits after the point.
   *
   * @param other another one, or its text
   * @param rounding what becomes of the eleventh digit; default half-even
   */
  dividedBy(other: DecimalLike, rounding: Rounding = "half-even"): Decimal {
    return decimalOf(numericDivide(this.units, unitsOf(other), checkedRounding(rounding)));
  }

  /** The negative. */
  negated(): Decimal {
    return new Decimal(numericNegate(this.units));
  }

  /**
   * Below 0, 0, or above 0 where this is less, equal, or greater: for `sort`.
   *
   * @param other another one, or its text
   */
  compare(other: DecimalLike): number {
    const units = unitsOf(other);
    return this.units < units ? -1 : this.units > units ? 1 : 0;
  }

  /**
   * True for the same number.
   *
   * @param other another one, or its text
   */
  equals(other: DecimalLike): boolean {
    return this.compare(other) === 0;
  }

  /**
   * True when this is less.
   *
   * @param other another one, or its text
   */
  isLessThan(other: DecimalLike): boolean {
    return this.compare(other) < 0;
  }

  /**
   * True when this is greater.
   *
   * @param other another one, or its text
   */
  isGreaterThan(other: DecimalLike): boolean {
    return this.compare(other) > 0;
  }

  /** With ten digits after the point, as the ledger writes it. */
  toString(): string {
    return numericToText(this.units);
  }

  /** The text, for `JSON.stringify`. */
  toJSON(): string {
    return this.toString();
  }

  /** Makes `a + b` and `a < b` throw, which could not calculate. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === "string") return this.toString();
    throw new ArgumentError(
      "A Decimal has no operators: use plus, minus, times, compare and so on.",
    );
  }
}

const decimalOf = (units: Either<NumericError, Numeric>): Decimal => {
  if (isLeft(units)) throw new ArgumentError(`The result is not a Numeric: ${units.left}.`);
  return new Decimal(units.right);
};

const roundings: ReadonlyArray<unknown> = ["half-even", "half-up", "floor", "ceiling"];

const checkedRounding = (rounding: Rounding): Rounding => {
  if (roundings.includes(rounding)) return rounding;
  throw new ArgumentError(
    `rounding: expected one of ${roundings.join(", ")}, found ${foundValue(rounding)}`,
  );
};

const unitsOf = (other: DecimalLike): Numeric => decimalFrom(other, "other").units;

/**
 * The decimal in a text.
 *
 * @param name of the argument, for the error
 * @throws {ArgumentError} when it is not one
 */
export const decimalFrom = (value: DecimalLike, name = "text"): Decimal => {
  if (value instanceof Decimal) return value;
  // callers without a type checker hand in anything
  const given: unknown = value;
  const read = typeof given === "string" ? numericFromText(given) : undefined;
  if (read !== undefined && !isLeft(read)) return new Decimal(read.right);
  throw new ArgumentError(
    `${name}: expected a decimal as text, such as "12.5", with at most 28 digits before and 10 after the point, found ${foundValue(given)}`,
  );
};

/**
 * The decimal of so many units of 10^-10.
 *
 * @throws {ArgumentError} when it is out of range
 */
export const decimalFromUnits = (units: bigint): Decimal => {
  if (typeof units !== "bigint") {
    throw new ArgumentError(
      `units: expected units of 10^-10 as a bigint, found ${foundValue(units)}`,
    );
  }
  return decimalOf(numericFromUnits(units));
};
