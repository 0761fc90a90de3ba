import { type ValueError, valueError } from "@tallystick/core";
import { type Either, right } from "fp-ts/lib/Either.js";

const unitMicros: Readonly<Record<string, number>> = {
  us: 1,
  ms: 1_000,
  s: 1_000_000,
  m: 60_000_000,
  h: 3_600_000_000,
  d: 86_400_000_000,
};

/** Longest unit names first, so that `milliseconds` is not read as `m`. */
const unitNames: ReadonlyArray<readonly [name: string, unit: string]> = [
  ["microseconds", "us"],
  ["milliseconds", "ms"],
  ["seconds", "s"],
  ["second", "s"],
  ["minutes", "m"],
  ["minute", "m"],
  ["hours", "h"],
  ["hour", "h"],
  ["days", "d"],
  ["day", "d"],
];

/**
 * Parses a duration of configuration files, `10m`, `30 s`, `90 days`; microseconds. Left: the
 * error.
 *
 * @example
 * durationMicrosOf("10m"); // right(600_000_000)
 */
export const durationMicrosOf = (text: string): Either<ValueError, number> => {
  const match = /^(\d{1,12}) *([a-z]+)$/.exec(text.trim());
  const [, digits = "", written = ""] = match ?? [];
  const unit = unitNames.find(([name]) => name === written)?.[1] ?? written;
  const micros = Object.hasOwn(unitMicros, unit) ? unitMicros[unit] : undefined;
  const total = micros === undefined ? Number.NaN : Number(digits) * micros;
  return Number.isSafeInteger(total)
    ? right(total)
    : valueError(`expected a duration such as "10m" or "30s", found "${text.slice(0, 50)}"`);
};
