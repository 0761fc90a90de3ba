import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Micros } from "../events/ledger-event.js";

/** Microseconds in a second. */
export const MICROS_PER_SECOND = 1_000_000;

/** The first microsecond of Daml time, 0001-01-01T00:00:00Z. */
export const TIMESTAMP_MIN_MICROS = -62_135_596_800_000_000n;

/** The last microsecond of Daml time, 9999-12-31T23:59:59.999999Z. */
export const TIMESTAMP_MAX_MICROS = 253_402_300_799_999_999n;

/** The first day of Daml time, 0001-01-01, counted from 1970-01-01. */
export const DATE_MIN_DAYS = -719_162;

/** The last day of Daml time, 9999-12-31, counted from 1970-01-01. */
export const DATE_MAX_DAYS = 2_932_896;

/**
 * What becomes of nanoseconds: `floor` drops them, as an observed time has passed its microsecond; `ceiling` goes to the
 * next microsecond, which for a lower bound means the very same set of times.
 */
export type NanosRounding = "floor" | "ceiling";

const SECONDS_PER_DAY = 86_400;
const MILLIS_PER_DAY = 86_400_000;
const MICROS_PER_SECOND_BIG = 1_000_000n;
const NANOS_PER_MICRO = 1_000;
const TIMESTAMP_FORM =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/i;
const DATE_FORM = /^(\d{4})-(\d{2})-(\d{2})$/;
const EXPECTED_TIMESTAMP =
  "expected an ISO-8601 instant with Z such as 2026-07-08T11:48:13.123456Z";
const EXPECTED_ZONED = "expected an ISO-8601 time with Z or an offset such as +02:00";
const EXPECTED_RANGE = "expected a time from 0001-01-01 to 9999-12-31";
const EXPECTED_DATE = "expected a date YYYY-MM-DD from 0001-01-01 to 9999-12-31";

const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

const daysOf = (year: number, month: number, day: number): number | undefined => {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    return undefined;
  }
  // Date.UTC reads years below 100 as of the 20th century
  return new Date(0).setUTCFullYear(year, month - 1, day) / MILLIS_PER_DAY;
};

const MAX_OFFSET_SECONDS = 18 * 3600;

const offsetSecondsOf = (zone: string): number | undefined => {
  if (zone === "Z" || zone === "z") {
    return 0;
  }
  const seconds = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4, 6)) * 60;
  return seconds > MAX_OFFSET_SECONDS || Number(zone.slice(4, 6)) > 59
    ? undefined
    : zone.startsWith("-")
      ? -seconds
      : seconds;
};

const parseTimestamp = (
  text: string,
  rounding: NanosRounding,
  expected: string,
): Either<string, bigint> => {
  const match = TIMESTAMP_FORM.exec(text);
  if (match === null) {
    return left(expected);
  }
  const [, year, month, day, hour, minute, second, fraction = "", zone = ""] = match;
  const days = daysOf(Number(year), Number(month), Number(day));
  const offset = offsetSecondsOf(zone);
  if (days === undefined || offset === undefined) {
    return left(expected);
  }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return left(expected);
  }
  const seconds =
    days * SECONDS_PER_DAY + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset;
  const nanos = Number(fraction.padEnd(9, "0"));
  const micros =
    rounding === "floor" ? Math.floor(nanos / NANOS_PER_MICRO) : Math.ceil(nanos / NANOS_PER_MICRO);
  const total = BigInt(seconds) * MICROS_PER_SECOND_BIG + BigInt(micros);
  return total < TIMESTAMP_MIN_MICROS || total > TIMESTAMP_MAX_MICROS
    ? left(EXPECTED_RANGE)
    : right(total);
};

/**
 * Reads an ISO-8601 instant: `Z` is required, up to nine digits of a second are read (ledger-api 2.1). Digits beyond the
 * microsecond are rounded as named, never refused: clients with nanosecond clocks send them.
 * @returns microseconds since the Unix epoch, exact over the whole range of Daml time, or why the text is no instant
 */
export const microsFromText = (
  text: string,
  rounding: NanosRounding = "floor",
): Either<string, bigint> =>
  /Z$/i.test(text) ? parseTimestamp(text, rounding, EXPECTED_TIMESTAMP) : left(EXPECTED_TIMESTAMP);

const exactNumber = (micros: Either<string, bigint>): Either<string, Micros> => {
  if (isLeft(micros)) {
    return micros;
  }
  const value = Number(micros.right);
  return BigInt(value) === micros.right
    ? right(value)
    : left("expected a time that is held exactly: before 2255, or of whole seconds");
};

/**
 * Like {@link microsFromText} with a JS number as result. Microseconds before the year 1685 or after 2255 that a number
 * cannot hold exactly are refused, never rounded; whole seconds always fit.
 */
export const timestampFromText = (
  text: string,
  rounding: NanosRounding = "floor",
): Either<string, Micros> => exactNumber(microsFromText(text, rounding));

/** Like {@link timestampFromText}, but an offset such as `+02:00` may stand for `Z`, as in Daml values (ledger-api 2.1). */
export const zonedTimestampFromText = (
  text: string,
  rounding: NanosRounding = "floor",
): Either<string, Micros> => exactNumber(parseTimestamp(text, rounding, EXPECTED_ZONED));

// a busy ledger has many events in one second, and a Date takes longer to write than all the rest of the text
let lastSecond = { seconds: Number.NaN, text: "" };

const secondText = (seconds: number): string => {
  if (lastSecond.seconds !== seconds) {
    lastSecond = { seconds, text: new Date(seconds * 1000).toISOString().slice(0, 19) };
  }
  return lastSecond.text;
};

const instantText = (seconds: number, micros: number): string => {
  const whole = secondText(seconds);
  if (micros === 0) {
    return `${whole}Z`;
  }
  const digits = micros.toString().padStart(6, "0");
  return `${whole}.${digits.endsWith("000") ? digits.slice(0, 3) : digits}Z`;
};

/**
 * Writes an instant of Daml time as the public system does: `Z`, and no, three or six digits of a second.
 * @param micros whole microseconds since the Unix epoch, from 0001-01-01 to 9999-12-31
 */
export const timestampToText = (micros: Micros): string => {
  const rest = micros % MICROS_PER_SECOND;
  const fraction = rest < 0 ? rest + MICROS_PER_SECOND : rest;
  return instantText((micros - fraction) / MICROS_PER_SECOND, fraction);
};

/** Like {@link timestampToText} for exact microseconds. */
export const microsToText = (micros: bigint): string => {
  const rest = micros % MICROS_PER_SECOND_BIG;
  const fraction = rest < 0n ? rest + MICROS_PER_SECOND_BIG : rest;
  return instantText(Number((micros - fraction) / MICROS_PER_SECOND_BIG), Number(fraction));
};

/**
 * Reads `YYYY-MM-DD` from 0001-01-01 to 9999-12-31.
 * @returns days since 1970-01-01, or why the text is no date
 */
export const dateFromText = (text: string): Either<string, number> => {
  const match = DATE_FORM.exec(text);
  const days =
    match === null ? undefined : daysOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return days === undefined ? left(EXPECTED_DATE) : right(days);
};

/** Writes days since 1970-01-01 as `YYYY-MM-DD`; from {@link DATE_MIN_DAYS} to {@link DATE_MAX_DAYS}. */
export const dateToText = (days: number): string =>
  new Date(days * MILLIS_PER_DAY).toISOString().slice(0, 10);
