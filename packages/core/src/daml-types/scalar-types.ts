import type { ContractId, PartyId } from "../values/ids.js";
import type { ValueError } from "../values/value-error.js";
import { type Either, isRight, mapLeft, right } from "fp-ts/lib/Either.js";
import { isContractId, isPartyIdString } from "../values/grammar.js";
import { type Int64, int64FromText, int64ToText, isInt64 } from "../values/int64.js";
import type { Json } from "../values/json.js";
import { knownParty, sharedParty } from "../values/shared-text.js";
import { isNumericUnits, type Numeric, numericFromText, numericToText } from "../values/numeric.js";
import { ArgumentError, foundValue } from "../values/argument-error.js";
import { type Decimal, decimalFrom, decimalFromUnits } from "../values/decimal.js";
import {
  dateFromText,
  dateMaxDays,
  dateMinDays,
  dateToText,
  timestampMaxMicros,
  timestampMinMicros,
  microsToText,
  zonedMicrosFromText,
} from "../values/time.js";
import { type DamlType, expected } from "./daml-type.js";
import { textSentence } from "../values/text-sentence.js";
import { shownText } from "./shown.js";
import { type ValueWriter, withWriter, writerOf } from "./value-writer.js";

const scalar = <A>(
  model: string,
  decode: (value: Json) => Either<ValueError, A>,
  encode: (value: A) => Json,
  writer: ValueWriter,
  show: (value: A) => string,
): DamlType<A> => withWriter({ model, optional: false, decode, encode, show }, writer);

/** The error with the sentence of a public node about the value, if there is one. */
const saidAs = (
  refused: Either<ValueError, never>,
  sentence: string | undefined,
  saidByLedger = false,
): Either<ValueError, never> =>
  sentence === undefined
    ? refused
    : mapLeft((error: ValueError) => ({ ...error, sentence, saidByLedger }))(refused);

/** The writer of a type whose values read back as they are. */
const sameBack =
  <A>(isOf: (value: unknown) => value is A, encode: (value: A) => Json): ValueWriter =>
  (value, back) => {
    if (!isOf(value)) return undefined;
    back.value = value;
    return encode(value);
  };

/** True for a text that the type `text` reads. */
export const isText = (value: unknown): value is string =>
  typeof value === "string" && wellFormed(value);

const isBigintOf =
  <A extends bigint>(isOf: (value: bigint) => value is A) =>
  (value: unknown): value is A =>
    typeof value === "bigint" && isOf(value);

/** True for an integer that is held exactly; zero is not below zero. */
const isIntegerBetween =
  (least: number, greatest: number) =>
  (value: unknown): value is number =>
    typeof value === "number" &&
    Number.isSafeInteger(value) &&
    value >= least &&
    value <= greatest &&
    !Object.is(value, -0);

const firstSurrogate = 0xd800;

/** True for a text that is valid UTF-8 and has no null character. */
export const wellFormed = (value: string): boolean => {
  // on short texts a loop beats any regular expression; only texts with surrogates need to be
  // looked at as a whole
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code === 0 || code >= firstSurrogate) return !/\0|\p{Surrogate}/u.test(value);
  }
  return true;
};

/** Text; null characters and lone surrogates are rejected, as they are not UTF-8. */
export const text: DamlType<string> = scalar(
  "Text",
  (value) =>
    typeof value === "string" && wellFormed(value)
      ? right(value)
      : expected("text without U+0000 or half a surrogate pair", value),
  (value) => value,
  sameBack(isText, (value) => value),
  shownText,
);

/** A party id. */
export const party: DamlType<PartyId> = scalar(
  "Party",
  (value) =>
    typeof value === "string" && (knownParty(value) !== undefined || isPartyIdString(value))
      ? right(sharedParty(value))
      : saidAs(
          expected("a party id", value),
          typeof value === "string" ? textSentence("Party", value) : undefined,
          true,
        ),
  (value) => value,
  (value, back) => {
    if (typeof value !== "string") return undefined;
    const known = knownParty(value) ?? (isPartyIdString(value) ? sharedParty(value) : undefined);
    back.value = known;
    return known;
  },
  (value) => `'${value}'`,
);

/** Bool. */
export const bool: DamlType<boolean> = scalar(
  "Bool",
  (value) => (typeof value === "boolean" ? right(value) : expected("a boolean", value)),
  (value) => value,
  sameBack(
    (value) => typeof value === "boolean",
    (value) => value,
  ),
  (value) => (value ? "True" : "False"),
);

/** Int64, a string of digits in JSON. */
export const int64: DamlType<Int64> = scalar(
  "Int64",
  (value) => {
    const read = typeof value === "string" ? int64FromText(value) : undefined;
    return read !== undefined && isRight(read)
      ? read
      : saidAs(
          expected("a 64-bit integer as a string of digits", value),
          typeof value === "string" ? `For input string: "${value.slice(0, 300)}"` : undefined,
        );
  },
  int64ToText,
  sameBack(isBigintOf(isInt64), int64ToText),
  int64ToText,
);

const numericType: DamlType<Numeric> = scalar(
  "Numeric 10",
  (value) => {
    const shown = typeof value === "number" ? decimalText(value) : value;
    const read =
      typeof shown === "string"
        ? numericFromText(shown)
        : typeof shown === "bigint"
          ? numericFromText(shown.toString())
          : undefined;
    if (read !== undefined && isRight(read)) return read;
    const refused = expected(
      "a decimal with at most 28 digits before and 10 after the point",
      value,
    );
    if (read?.left.losesDigits === true)
      return mapLeft((error: ValueError) => ({ ...read.left, reason: error.reason }))(refused);
    const sentence =
      typeof value === "string"
        ? `Could not read Numeric string "${value.slice(0, 300)}"`
        : undefined;
    return saidAs(refused, sentence, true);
  },
  numericToText,
  sameBack(isBigintOf(isNumericUnits), numericToText),
  // without zeros at its end, but with one digit after the point
  (value) => numericToText(value).replace(/(\.\d+?)0+$/, "$1"),
);

/** The type of decimals, which also makes them. */
export interface NumericType extends DamlType<Numeric> {
  /**
   * The decimal in a text.
   *
   * @throws {ArgumentError} when it is not one
   * @example
   * numeric("12.5").plus("1").toString(); // "13.5000000000"
   */
  (text: string): Decimal;
  /** The decimal of so many units of 10^-10, in which choice bodies calculate. */
  fromUnits(units: bigint): Decimal;
}

/**
 * Numeric 10: exact decimals, 28 digits before and 10 after the point; a string in JSON, a number
 * is accepted. Called with a text it makes a decimal.
 */
export const numeric: NumericType = withWriter(
  Object.assign((text: string) => decimalFrom(text), numericType, { fromUnits: decimalFromUnits }),
  writerOf(numericType),
);

// JSON numbers print with an exponent when very small or large; 1e-7 and 1e21 are valid Numerics
const decimalText = (value: number): string => {
  const shown = String(value);
  const [mantissa = "", exponent] = shown.split("e");
  if (exponent === undefined) return shown;
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const sign = value < 0 ? "-" : "";
  return point > 0
    ? `${sign}${digits.padEnd(point, "0")}`
    : `${sign}0.${"0".repeat(-point)}${digits}`;
};

const isTimestamp = (value: unknown): value is bigint =>
  typeof value === "bigint" && value >= timestampMinMicros && value <= timestampMaxMicros;

const timestampType: DamlType<bigint> = scalar(
  "Timestamp",
  (value) => {
    const read = typeof value === "string" ? zonedMicrosFromText(value) : undefined;
    return read !== undefined && isRight(read)
      ? read
      : expected("an ISO-8601 timestamp with Z or an offset", value);
  },
  microsToText,
  sameBack(isTimestamp, microsToText),
  microsToText,
);

/** The type of times, which also makes them. */
export interface TimestampType extends DamlType<bigint> {
  /**
   * The time of so many microseconds since the Unix epoch, as ISO-8601 text.
   *
   * @throws {ArgumentError} when it is no whole number, or not in the years 1 to 9999
   */
  fromMicros(micros: bigint | number): string;
}

/**
 * Timestamp, microseconds since the Unix epoch; ISO-8601 text in JSON, read with any offset,
 * written with `Z`.
 */
export const timestamp: TimestampType = withWriter(
  {
    ...timestampType,
    fromMicros: (micros) => {
      const exact = Number.isSafeInteger(micros) ? BigInt(micros) : micros;
      if (!isTimestamp(exact)) {
        throw new ArgumentError(
          `micros: expected whole microseconds since 1970, found ${foundValue(micros)}`,
        );
      }
      return microsToText(exact);
    },
  },
  writerOf(timestampType),
);

/** Date, days since the Unix epoch; `YYYY-MM-DD` in JSON. */
export const date: DamlType<number> = scalar(
  "Date",
  (value) => {
    const read = typeof value === "string" ? dateFromText(value) : undefined;
    return read !== undefined && isRight(read) ? read : expected("a date YYYY-MM-DD", value);
  },
  dateToText,
  sameBack(isIntegerBetween(dateMinDays, dateMaxDays), dateToText),
  dateToText,
);

/** True for what a body may return as unit: what was forgotten before it would be lost. */
export const isUnit = (value: unknown): boolean => {
  if (value === undefined || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype && Object.keys(value).length === 0;
};

/** Unit; any JSON is accepted, `{}` is written. */
export const unit: DamlType<Record<string, never>> = scalar(
  "Unit",
  () => right({}),
  (value) => {
    if (!isUnit(value))
      throw new ArgumentError(`expected {} or nothing, found ${foundValue(value)}`);
    return {};
  },
  (value, back) => {
    if (!isUnit(value)) return undefined;
    back.value = {};
    return {};
  },
  () => "()",
);

/** A contract id. */
export const contractId: DamlType<ContractId> = scalar(
  "ContractId",
  (value) =>
    typeof value === "string" && isContractId(value)
      ? right(value)
      : expected("a contract id in lowercase hex", value),
  (value) => value,
  sameBack(
    (value): value is string => typeof value === "string" && isContractId(value),
    (value) => value,
  ),
  // Daml does not show contract ids within a transaction
  () => "<contract-id>",
);
