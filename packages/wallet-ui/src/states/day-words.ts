import { perLocale } from "../messages/per-locale.js";

/** A day in the zone of the browser, as a number in the order of days: 20261129. */
export const dayNumber = (at: number): number => {
  const date = new Date(at);
  return (date.getFullYear() * 100 + date.getMonth() + 1) * 100 + date.getDate();
};

const startOf = (day: number): Date =>
  new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);

const relativeIn = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

const nearIn = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" }),
);

const farIn = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" }),
);

const capitalised = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** A day as a heading: "Today", "Yesterday", "Monday, November 23", "November 23, 2025". */
export const dayWords = (day: number, now: number, locale: string): string => {
  const date = startOf(day);
  const today = startOf(dayNumber(now));
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.getTime() === today.getTime())
    return capitalised(relativeIn(locale).format(0, "day"), locale);
  if (date.getTime() === yesterday.getTime())
    return capitalised(relativeIn(locale).format(-1, "day"), locale);
  return (date.getFullYear() === today.getFullYear() ? nearIn : farIn)(locale).format(date);
};

/** Consecutive items of one day. */
export interface DayGroup<A> {
  readonly day: number;
  readonly items: ReadonlyArray<A>;
}

/**
 * The items by days, in their order.
 *
 * @param dayOf the day of an item, as `dayNumber` has it
 */
export const byDay = <A>(
  items: ReadonlyArray<A>,
  dayOf: (item: A) => number,
): ReadonlyArray<DayGroup<A>> => {
  const groups: Array<{ readonly day: number; readonly items: Array<A> }> = [];
  for (const item of items) {
    const day = dayOf(item);
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
};
