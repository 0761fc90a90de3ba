import { type ValueError, valueError } from "./value-error.js";
import { type Either, right } from "fp-ts/lib/Either.js";

/**
 * A duration as it travels: whole seconds and the rest in nanoseconds of the same sign
 * (specification 2.1).
 */
export interface DurationParts {
  readonly seconds: number | bigint;
  readonly nanos: number;
}

/** Most seconds of a duration either way: ten thousand years. */
const durationMaxSeconds = 315_576_000_000n;

/** Greatest nanoseconds of a duration either way. */
const durationMaxNanos = 999_999_999;

const microsPerSecond = 1_000_000n;
const microsPerMinute = 60n * microsPerSecond;
const microsPerHour = 60n * microsPerMinute;
const nanosPerMicro = 1_000;

/**
 * A duration in microseconds. Nanoseconds beyond are rounded up: as a lower bound of ledger time
 * that is exact, and a deduplication period never gets shorter than requested.
 * @returns microseconds, or which part is out of range
 */
export const durationToMicros = ({ seconds, nanos }: DurationParts): Either<ValueError, bigint> => {
  const whole = BigInt(seconds);
  if (whole > durationMaxSeconds || whole < -durationMaxSeconds)
    return valueError(`expected seconds from -${durationMaxSeconds} to ${durationMaxSeconds}`);
  if (nanos > durationMaxNanos || nanos < -durationMaxNanos)
    return valueError(`expected nanos from -${durationMaxNanos} to ${durationMaxNanos}`);
  if ((whole > 0n && nanos < 0) || (whole < 0n && nanos > 0))
    return valueError("expected seconds and nanos of the same sign");
  return right(whole * microsPerSecond + BigInt(Math.ceil(nanos / nanosPerMicro)));
};

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
