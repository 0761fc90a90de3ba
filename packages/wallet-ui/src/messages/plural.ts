import type { Language } from "./language.js";
import { perLocale } from "./per-locale.js";

/** The categories of counts that a language has a form for. */
export const pluralCategories = {
  en: ["one", "other"],
  de: ["one", "other"],
  ar: ["zero", "one", "two", "few", "many", "other"],
} as const satisfies Readonly<Record<Language, ReadonlyArray<Intl.LDMLPluralRule>>>;

/** The forms of a text by the count in it: all that its language has. */
type PluralForms<L extends Language> = Readonly<
  Record<(typeof pluralCategories)[L][number], string>
>;

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
 * @param language that the forms are written in
 * @example
 * plural("en", 2, { one: "1 coin", other: "2 coins" }) // "2 coins"
 */
export const plural = <L extends Language>(
  language: L,
  count: number | bigint,
  forms: PluralForms<L> & { readonly other: string },
): string => {
  const { other } = forms;
  const all: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = forms;
  return all[rulesOf(language).select(numberOf(count))] ?? other;
};
