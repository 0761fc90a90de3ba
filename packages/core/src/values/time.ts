import { type ValueError, valueError } from "./value-error.js";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";

/** Microseconds since the Unix epoch; safe as a number until the year 2255. */
export type Micros = number;

/** Microseconds in a second. */
const microsPerSecond = 1_000_000;

/** The first microsecond of Daml time, 0001-01-01T00:00:00Z. */
export const timestampMinMicros = -62_135_596_800_000_000n;

/** The last microsecond of Daml time, 9999-12-31T23:59:59.999999Z. */
export const timestampMaxMicros = 253_402_300_799_999_999n;

/** The first day of Daml time, 0001-01-01, counted from 1970-01-01. */
export const dateMinDays = -719_162;

/** The last day of Daml time, 9999-12-31, counted from 1970-01-01. */
export const dateMaxDays = 2_932_896;

/**
 * How nanoseconds are rounded: `floor` for observed times; `ceiling` for lower bounds, which allow
 * the same times after it.
 */
export type NanosRounding = "floor" | "ceiling";

const secondsPerDay = 86_400;
const millisPerDay = 86_400_000;
const microsPerSecondBig = 1_000_000n;
const nanosPerMicro = 1_000;
const timestampForm =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/i;
const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const expectedTimestamp = "expected an ISO-8601 instant with Z such as 2026-07-08T11:48:13.123456Z";
const expectedZoned = "expected an ISO-8601 time with Z or an offset such as +02:00";
const expectedRange = "expected a time from 0001-01-01 to 9999-12-31";
const expectedDate = "expected a date YYYY-MM-DD from 0001-01-01 to 9999-12-31";

const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

const daysOf = (year: number, month: number, day: number): number | undefined => {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return undefined;
  // Date.UTC reads years below 100 as of the 20th century
  return new Date(0).setUTCFullYear(year, month - 1, day) / millisPerDay;
};

const maxOffsetSeconds = 18 * 3600;

const offsetSecondsOf = (zone: string): number | undefined => {
  if (zone === "Z" || zone === "z") return 0;
  const seconds = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4, 6)) * 60;
  return seconds > maxOffsetSeconds || Number(zone.slice(4, 6)) > 59
    ? undefined
    : zone.startsWith("-")
      ? -seconds
      : seconds;
};

const parseTimestamp = (
  text: string,
  rounding: NanosRounding,
  expected: string,
): Either<ValueError, bigint> => {
  const match = timestampForm.exec(text);
  if (match === null) return valueError(expected);
  const [, year, month, day, hour, minute, second, fraction = "", zone = ""] = match;
  const days = daysOf(Number(year), Number(month), Number(day));
  const offset = offsetSecondsOf(zone);
  if (days === undefined || offset === undefined) return valueError(expected);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return valueError(expected);
  const seconds =
    days * secondsPerDay + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset;
  const nanos = Number(fraction.padEnd(9, "0"));
  const micros =
    rounding === "floor" ? Math.floor(nanos / nanosPerMicro) : Math.ceil(nanos / nanosPerMicro);
  const total = BigInt(seconds) * microsPerSecondBig + BigInt(micros);
  return total < timestampMinMicros || total > timestampMaxMicros
    ? valueError(expectedRange)
    : right(total);
};

/**
 * Reads an ISO-8601 instant: `Z` is required, up to nine digits of a second are read (ledger-api
 * 2.1). Digits beyond the microsecond are rounded as named, not rejected: clients with nanosecond
 * clocks send them.
 * @returns microseconds since the Unix epoch, exact over the whole range of Daml time, or why the
 * text is no instant
 */
export const microsFromText = (
  text: string,
  rounding: NanosRounding = "floor",
): Either<ValueError, bigint> =>
  /Z$/i.test(text)
    ? parseTimestamp(text, rounding, expectedTimestamp)
    : valueError(expectedTimestamp);

const exactNumber = (micros: Either<ValueError, bigint>): Either<ValueError, Micros> => {
  if (isLeft(micros)) return micros;
  const value = Number(micros.right);
  return BigInt(value) === micros.right
    ? right(value)
    : valueError(
        "expected a time before 2255, or in whole seconds: JavaScript numbers are exact only up to 2^53 microseconds",
      );
};

/**
 * Like {@link microsFromText} with a JS number as result. Microseconds before the year 1685 or
 * after 2255 that a number cannot hold exactly are rejected, never rounded; whole seconds always
 * fit.
 */
export const timestampFromText = (
  text: string,
  rounding: NanosRounding = "floor",
): Either<ValueError, Micros> => exactNumber(microsFromText(text, rounding));

/**
 * Like {@link microsFromText}, but an offset such as `+02:00` may stand for `Z`, as in Daml values
 * (ledger-api 2.1).
 */
export const zonedMicrosFromText = (
  text: string,
  rounding: NanosRounding = "floor",
): Either<ValueError, bigint> => parseTimestamp(text, rounding, expectedZoned);

// events of one second share this part: a Date takes longer to write than the rest of the text
let lastSecond = { seconds: Number.NaN, text: "" };

const secondText = (seconds: number): string => {
  if (lastSecond.seconds !== seconds)
    lastSecond = { seconds, text: new Date(seconds * 1000).toISOString().slice(0, 19) };
  return lastSecond.text;
};

const instantText = (seconds: number, micros: number): string => {
  const whole = secondText(seconds);
  if (micros === 0) return `${whole}Z`;
  const digits = micros.toString().padStart(6, "0");
  return `${whole}.${digits.endsWith("000") ? digits.slice(0, 3) : digits}Z`;
};

/**
 * Writes an instant of Daml time as the public system does: `Z`, and no, three or six digits of a
 * second.
 * @param micros whole microseconds since the Unix epoch, from 0001-01-01 to 9999-12-31
 */
export const timestampToText = (micros: Micros): string => {
  const rest = micros % microsPerSecond;
  const fraction = rest < 0 ? rest + microsPerSecond : rest;
  return instantText((micros - fraction) / microsPerSecond, fraction);
};

/** Like {@link timestampToText} for exact microseconds. */
export const microsToText = (micros: bigint): string => {
  const rest = micros % microsPerSecondBig;
  const fraction = rest < 0n ? rest + microsPerSecondBig : rest;
  return instantText(Number((micros - fraction) / microsPerSecondBig), Number(fraction));
};

/**
 * Reads `YYYY-MM-DD` from 0001-01-01 to 9999-12-31.
 * @returns days since 1970-01-01, or why the text is no date
 */
export const dateFromText = (text: string): Either<ValueError, number> => {
  const match = dateForm.exec(text);
  const days =
    match === null ? undefined : daysOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return days === undefined ? valueError(expectedDate) : right(days);
};

/**
 * Writes days since 1970-01-01 as `YYYY-MM-DD`; from {@link dateMinDays} to {@link dateMaxDays}.
 */
export const dateToText = (days: number): string =>
  new Date(days * millisPerDay).toISOString().slice(0, 10);
