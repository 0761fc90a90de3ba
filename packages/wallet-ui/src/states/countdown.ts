import { perLocale } from "../messages/per-locale.js";
import { messages } from "./messages.js";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A countdown: its text, whether it is over, and when the text changes; milliseconds. */
interface Countdown {
  readonly text: string;
  readonly isOver: boolean;
  readonly nextChangeMs: number | undefined;
}

const daysIn = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" }),
);

const relativeIn = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/**
 * How long until a deadline: days in words, then hours and minutes, in the last hour each second.
 * @param now ledger time, not the clock of the browser; milliseconds since 1970
 */
export const countdown = (deadline: number, now: number, locale: string): Countdown => {
  const rest = deadline - now;
  if (rest <= 0) return { text: messages.left.none, isOver: true, nextChangeMs: undefined };
  if (rest >= dayMs) {
    const days = Math.floor(rest / dayMs);
    return {
      text: messages.left.days({ days: daysIn(locale).format(days) }),
      isOver: false,
      nextChangeMs: (rest % dayMs) + 1,
    };
  }
  if (rest >= hourMs) {
    const minutes = Math.floor(rest / minuteMs);
    const text = messages.left.hours({
      hours: Math.floor(minutes / 60),
      minutes: twoDigits(minutes % 60),
    });
    return { text, isOver: false, nextChangeMs: (rest % minuteMs) + 1 };
  }
  const seconds = Math.ceil(rest / secondMs);
  const text = messages.left.minutes({
    minutes: Math.floor(seconds / 60),
    seconds: twoDigits(seconds % 60),
  });
  return { text, isOver: false, nextChangeMs: rest % secondMs || secondMs };
};

/** What an answer said of the time of the ledger; milliseconds since 1970. */
export interface ToldTime {
  readonly ledgerTime: number;
  /** By the clock of the browser. */
  readonly receivedAt: number;
  /** The clock of the ledger is moved by hand: it does not run between two answers. */
  readonly isStopped: boolean;
}

/** Ledger time now, from what the last answer said and what has passed since; milliseconds. */
export const ledgerNow = (told: ToldTime, now: number): number =>
  told.isStopped ? told.ledgerTime : told.ledgerTime + Math.max(0, now - told.receivedAt);

/** Whether the browser's clock is off by more than 30 seconds. */
export const isClockSkewed = (serverNow: number, browserNow: number): boolean =>
  Math.abs(serverNow - browserNow) > 30 * secondMs;

/** When something was, in words for less than seven days; undefined before, where a date is. */
export const relativeTime = (then: number, now: number, locale: string): string | undefined => {
  const past = now - then;
  if (past >= 7 * dayMs || past <= -7 * dayMs) return undefined;
  const words = relativeIn(locale);
  const units: ReadonlyArray<readonly [number, Intl.RelativeTimeFormatUnit]> = [
    [dayMs, "day"],
    [hourMs, "hour"],
    [minuteMs, "minute"],
  ];
  for (const [size, unit] of units)
    if (Math.abs(past) >= size) return words.format(-Math.trunc(past / size), unit);
  return words.format(0, "second");
};
