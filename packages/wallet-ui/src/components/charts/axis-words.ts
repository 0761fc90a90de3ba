import { perLocale } from "../../messages/per-locale.js";

const daySeconds = 86_400;
const msPerSecond = 1_000;

const daysIn = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }),
);
const hoursIn = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }),
);
const shortIn = perLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 2 }),
);
const wholeIn = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }));

/**
 * The times below a chart.
 *
 * @param at seconds since 1970
 * @param step seconds between two of them
 */
export const axisTimes = (
  at: ReadonlyArray<number>,
  step: number,
  locale: string,
): Array<string> => {
  const words = step < daySeconds ? hoursIn(locale) : daysIn(locale);
  return at.map((seconds) => words.format(seconds * msPerSecond));
};

/** The values beside a chart: short, such as 1.2M, where that still tells them apart. */
export const axisValues = (values: ReadonlyArray<number>, locale: string): Array<string> => {
  const short = values.map((value) => shortIn(locale).format(value));
  return new Set(short).size === values.length
    ? short
    : values.map((value) => wholeIn(locale).format(value));
};

const leastWidth = 40;
const widthOfCharacter = 7.5;
const besideLabels = 16;

/** The room that values beside a chart take; pixels. */
export const axisWidth = (values: ReadonlyArray<string>): number => {
  const longest = Math.max(0, ...values.map((value) => value.length));
  return Math.max(leastWidth, Math.ceil(longest * widthOfCharacter) + besideLabels);
};
