import { perLocale } from "./per-locale.js";

/** The forms of a text, by the count in it. A language has some of them, and always `other`. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

const rulesOf = perLocale((locale) => new Intl.PluralRules(locale));

/** `Intl.PluralRules` take no bigint. The rules look at the last digits alone of what is larger. */
const roundMany = 10n ** 12n;

const numberOf = (count: number | bigint): number => {
  if (typeof count === "number") return count;
  const size = count < 0n ? -count : count;
  return Number(size < roundMany ? size : roundMany + (size % roundMany));
};

/**
 * The form of a text that a language has for a count.
 *
 * @param locale the language that the forms are written in
 * @example
 * plural("en", 2, { one: "1 coin", other: "2 coins" }) // "2 coins"
 */
export const plural = (locale: string, count: number | bigint, forms: PluralForms): string =>
  forms[rulesOf(locale).select(numberOf(count))] ?? forms.other;
