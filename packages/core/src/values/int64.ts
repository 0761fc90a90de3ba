import { type ValueError, valueError } from "./value-error.js";
import { type Either, right } from "fp-ts/lib/Either.js";
import type { Branded } from "io-ts";

/** The brand of {@link Int64}. */
export interface Int64Brand {
  readonly Int64: unique symbol;
}

/** A Daml Int64: -2^63 to 2^63 - 1, never rounded. */
export type Int64 = Branded<bigint, Int64Brand>;

/** The smallest Int64, -2^63. */
export const int64Min = -(2n ** 63n);

/** The greatest Int64, 2^63 - 1. */
export const int64Max = 2n ** 63n - 1n;

/** The smallest 32-bit integer, -2^31. */
const int32Min = -(2 ** 31);

/** The greatest 32-bit integer, 2^31 - 1. */
export const int32Max = 2 ** 31 - 1;

const maxDigits = 19;
const int64Text = /^[+-]?[0-9]+$/;

/** True when the integer fits 64 bits. */
export const isInt64 = (value: bigint): value is Int64 => value >= int64Min && value <= int64Max;

/** True for a JS number that is a 32-bit integer. */
export const isInt32 = (value: number): boolean =>
  Number.isInteger(value) && value >= int32Min && value <= int32Max;

/**
 * An Int64 from an integer. A JS number must be a safe integer: beyond 2^53 it may have been
 * rounded already.
 * @returns the value, or why it is not one
 */
export const int64From = (value: bigint | number): Either<ValueError, Int64> => {
  if (typeof value === "number") {
    return Number.isSafeInteger(value)
      ? int64From(BigInt(value))
      : valueError("expected an integer from -(2^53 - 1) to 2^53 - 1, or its digits as text");
  }
  return isInt64(value) ? right(value) : valueError("expected an integer of 64 bits");
};

/**
 * Reads decimal digits with an optional sign, as Int64 travels in Daml values (ledger-api 2.1).
 * @returns the value, or why the text is not one
 */
export const int64FromText = (text: string): Either<ValueError, Int64> => {
  if (!int64Text.test(text)) return valueError("expected decimal digits");
  const digits = text.replace(/^[+-]?0*/, "");
  if (digits.length > maxDigits) return valueError("expected an integer of 64 bits");
  const magnitude = BigInt(digits === "" ? "0" : digits);
  return int64From(text.startsWith("-") ? -magnitude : magnitude);
};

/** Writes an Int64 as decimal digits without leading zeros. */
export const int64ToText = (value: Int64): string => value.toString();
