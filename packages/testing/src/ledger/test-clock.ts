import {
  ArgumentError,
  foundValue,
  type Micros,
  timestamp,
  timestampToText,
} from "@tallystick/core";
import type { ManualClock } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";

/** A clock that moves only when a test moves it. Moments are ISO-8601 text, as payloads read. */
export interface TestClock {
  /** The moment it is now. */
  now(): string;
  /**
   * The moment after so much time, such as a deadline. The clock stays.
   *
   * @param duration such as `1d`, `1h30m` or `250ms`
   */
  in(duration: string): string;
  /**
   * Moves it forward.
   *
   * @param duration such as `1d`, `1h30m` or `250ms`; units are w, d, h, m, s, ms and us
   * @returns the new moment
   * @throws {ArgumentError} for a text that says no duration
   */
  advance(duration: string): string;
  /**
   * Moves it forward to a moment.
   *
   * @param moment a `Date` or ISO-8601 text
   * @returns the new moment
   * @throws {ArgumentError} for what is no moment, and for one that is past
   */
  set(moment: Date | string): string;
}

const unitMicros: ReadonlyMap<string, number> = new Map([
  ["us", 1],
  ["ms", 1_000],
  ["s", 1_000_000],
  ["m", 60_000_000],
  ["h", 3_600_000_000],
  ["d", 86_400_000_000],
  ["w", 604_800_000_000],
]);

const durationForm = /^(?:\d{1,15}(?:us|ms|[smhdw]) ?)+$/;

const microsOfDuration = (duration: unknown): Micros => {
  if (typeof duration !== "string" || !durationForm.test(duration)) {
    throw new ArgumentError(
      `duration: expected a duration such as "1d" or "1h30m", found ${foundValue(duration)}`,
    );
  }
  let micros = 0;
  for (const [, count, unit = ""] of duration.matchAll(/(\d+)([a-z]+)/g))
    micros += Number(count) * (unitMicros.get(unit) ?? 0);
  return micros;
};

/** The microseconds since 1970 of a moment as tests write it. */
export const microsOfMoment = (name: string, moment: unknown): Micros => {
  const isTime = moment instanceof Date && !Number.isNaN(moment.getTime());
  const text = isTime ? moment.toISOString() : moment;
  const read = typeof text === "string" ? timestamp.decode(text) : undefined;
  if (read === undefined || isLeft(read)) {
    throw new ArgumentError(
      `${name}: expected a Date or ISO-8601 text such as "2026-01-31T12:00:00Z", found ${foundValue(moment)}`,
    );
  }
  return Number(read.right);
};

/** A clock for tests over the one that a ledger reads. */
export const testClock = (manual: ManualClock): TestClock => {
  const after = (micros: Micros): string => timestamp.fromMicros(manual.now() + micros);
  const pass = (micros: Micros): string => {
    if (micros > 0 && manual.advance(micros) === undefined)
      throw new ArgumentError("the clock cannot be moved past the year 2255");
    return after(0);
  };
  return {
    now: () => after(0),
    in: (duration) => after(microsOfDuration(duration)),
    advance: (duration) => pass(microsOfDuration(duration)),
    set: (moment) => {
      const micros = microsOfMoment("moment", moment) - manual.now();
      if (micros >= 0) return pass(micros);
      throw new ArgumentError(
        `the time of a ledger cannot go back: it is ${after(0)}, found ${timestampToText(manual.now() + micros)}`,
      );
    },
  };
};
