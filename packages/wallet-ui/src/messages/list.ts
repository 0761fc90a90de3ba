import { perLocale } from "./per-locale.js";

const listsOf = perLocale(
  (locale) => new Intl.ListFormat(locale, { type: "unit", style: "short" }),
);

/**
 * Several things in one text, as a language writes them: "a, b, c".
 * @param locale the language of the text around them
 */
export const listOf = (locale: string, items: ReadonlyArray<string>): string =>
  listsOf(locale).format(items);
