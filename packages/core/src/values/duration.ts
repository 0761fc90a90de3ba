import { type Either, left, right } from "fp-ts/lib/Either.js";

/**
 * A duration as it travels: whole seconds and the rest in nanoseconds of the same sign
 * (specification 2.1).
 */
export interface DurationParts {
  readonly seconds: number | bigint;
  readonly nanos: number;
}

/** Most seconds of a duration either way: ten thousand years. */
export const durationMaxSeconds = 315_576_000_000n;

/** Greatest nanoseconds of a duration either way. */
export const durationMaxNanos = 999_999_999;

const microsPerSecond = 1_000_000n;
const microsPerMinute = 60n * microsPerSecond;
const microsPerHour = 60n * microsPerMinute;
const microsPerDay = 24n * microsPerHour;
const nanosPerMicro = 1_000;

/**
 * A duration in microseconds. Nanoseconds beyond are rounded up: as a lower bound of ledger time
 * that is exact, and a deduplication period never gets shorter than asked for.
 * @returns microseconds, or which part is out of range
 */
export const durationToMicros = ({ seconds, nanos }: DurationParts): Either<string, bigint> => {
  const whole = BigInt(seconds);
  if (whole > durationMaxSeconds || whole < -durationMaxSeconds)
    return left(`expected seconds from -${durationMaxSeconds} to ${durationMaxSeconds}`);
  if (nanos > durationMaxNanos || nanos < -durationMaxNanos)
    return left(`expected nanos from -${durationMaxNanos} to ${durationMaxNanos}`);
  if ((whole > 0n && nanos < 0) || (whole < 0n && nanos > 0))
    return left("expected seconds and nanos of the same sign");
  return right(whole * microsPerSecond + BigInt(Math.ceil(nanos / nanosPerMicro)));
};

/**
 * Splits microseconds into seconds and nanoseconds of the same sign; the seconds are exact below
 * 2^53.
 */
export const durationFromMicros = (
  micros: bigint,
): { readonly seconds: number; readonly nanos: number } => ({
  seconds: Number(micros / microsPerSecond),
  nanos: Number(micros % microsPerSecond) * nanosPerMicro,
});

const secondsText = (micros: bigint): string => {
  const negative = micros < 0n;
  const magnitude = negative ? -micros : micros;
  const fraction = (magnitude % microsPerSecond).toString().padStart(6, "0").replace(/0+$/, "");
  const whole = (magnitude / microsPerSecond).toString();
  return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}S`;
};

/** Writes a duration in ISO-8601 with hours as the greatest unit: `PT168H`, `PT1M30.5S`, `PT0S`. */
export const durationToText = (micros: bigint): string => {
  if (micros === 0n) return "PT0S";
  const hours = micros / microsPerHour;
  const minutes = (micros % microsPerHour) / microsPerMinute;
  const rest = micros % microsPerMinute;
  return `PT${hours === 0n ? "" : `${hours}H`}${minutes === 0n ? "" : `${minutes}M`}${
    rest === 0n ? "" : secondsText(rest)
  }`;
};

const durationForm =
  /^(-)?P(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})(?:\.(\d{1,6}))?S)?)?$/;

/**
 * Reads an ISO-8601 duration of days, hours, minutes and seconds: `P7D`, `PT168H`, `PT1M30.5S`; a
 * leading minus negates.
 * @returns microseconds, or why the text is no duration
 */
export const durationFromText = (text: string): Either<string, bigint> => {
  const match = durationForm.exec(text);
  if (match === null || text.endsWith("P"))
    return left("expected an ISO-8601 duration such as PT168H");
  const [, sign, days = "0", hours = "0", minutes = "0", seconds = "0", fraction = ""] = match;
  const micros =
    BigInt(days) * microsPerDay +
    BigInt(hours) * microsPerHour +
    BigInt(minutes) * microsPerMinute +
    BigInt(seconds) * microsPerSecond +
    BigInt(fraction.padEnd(6, "0"));
  return right(sign === undefined ? micros : -micros);
};
