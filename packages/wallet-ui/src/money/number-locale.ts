// How a locale writes numbers: its digits, separators and group sizes, read from Intl itself.
import { perLocale } from "../messages/per-locale.js";

/** The signs and sizes that a locale writes numbers with. */
export interface NumberLocale {
  readonly locale: string;
  /** The ten digits from zero to nine. */
  readonly digits: ReadonlyArray<string>;
  readonly decimal: string;
  /** Between groups of digits; empty in a locale that groups none. */
  readonly group: string;
  /** Digits of the last group before the point. */
  readonly lastGroupSize: number;
  /** Digits of the groups before the last one. */
  readonly groupSize: number;
}

const tenDigits = Array.from({ length: 10 }, (_, digit) => digit);
const longNumber = 1_234_567_890_123n;

const read = (locale: string): NumberLocale => {
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(
    longNumber,
  );
  const part = (type: string) => parts.find((each) => each.type === type)?.value;
  const sizes = parts.flatMap(({ type, value }) =>
    type === "integer" ? [Array.from(value).length] : [],
  );
  return {
    locale,
    digits: tenDigits.map((digit) => plain.format(digit)),
    decimal: part("decimal") ?? ".",
    group: part("group") ?? "",
    lastGroupSize: sizes.at(-1) ?? 3,
    groupSize: sizes.at(-2) ?? 3,
  };
};

/**
 * How a locale writes numbers. Throws RangeError for a text that is no language tag.
 * @param locale a language tag such as "de-CH"
 */
export const numberLocaleOf: (locale: string) => NumberLocale = perLocale(read);
