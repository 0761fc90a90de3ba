import { perLocale } from "../../../messages/per-locale.js";
import { spanWords } from "../traffic-forecast.js";
import { messages } from "./messages.js";

/** What an instrument counts in; as the node names it, but for those that are shown in words. */
export type Unit =
  | "per-second"
  | "duration"
  | "span"
  | "bytes"
  | "count"
  | "percent"
  | "cores"
  | "coins"
  | "yes-or-no";

/** A value as it is shown: a number, and what it is of. */
export interface Shown {
  readonly number: string;
  readonly unit: string;
}

const numbersIn = perLocale((locale) => {
  const upTo = (digits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits, minimumFractionDigits: 0 });
  const formats = [0, 1, 2].map(upTo);
  return (value: number, digits: number): string => (formats[digits] ?? upTo(digits)).format(value);
});

/** With three digits that count, as far as the point allows. */
const short = (value: number, locale: string): string =>
  numbersIn(locale)(value, Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

const bytesOf = (value: number, locale: string): Shown => {
  const power = value < 1 ? 0 : Math.floor(Math.log10(value) / 3);
  const place = Math.min(messages.unit.bytes.length - 1, power);
  return { number: short(value / 1_000 ** place, locale), unit: messages.unit.bytes[place] ?? "" };
};

const durationOf = (seconds: number, locale: string): Shown =>
  seconds > 0 && seconds < 1
    ? { number: short(seconds * 1_000, locale), unit: messages.unit.milliseconds }
    : { number: short(seconds, locale), unit: messages.unit.seconds };

/** A value of an instrument in words. */
export const shownValue = (value: number, unit: Unit, locale: string, coin: string): Shown => {
  switch (unit) {
    case "per-second":
      return { number: short(value, locale), unit: messages.unit.perSecond };
    case "duration":
      return durationOf(value, locale);
    case "span":
      return { number: spanWords(value), unit: "" };
    case "bytes":
      return bytesOf(value, locale);
    case "count":
      return { number: numbersIn(locale)(value, 0), unit: "" };
    case "percent":
      return { number: short(value * 100, locale), unit: messages.unit.percent };
    case "cores":
      return { number: short(value, locale), unit: messages.unit.cores };
    case "coins":
      return { number: numbersIn(locale)(value, 2), unit: coin };
    case "yes-or-no":
      return { number: value >= 1 ? messages.unit.yes : messages.unit.no, unit: "" };
  }
};

/** The same as one text. */
export const valueText = (...of: Parameters<typeof shownValue>): string => {
  const { number, unit } = shownValue(...of);
  return unit === "" ? number : `${number} ${unit}`;
};
