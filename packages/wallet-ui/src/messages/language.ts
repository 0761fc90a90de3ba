// The language of the texts. Each has its own page, and the node sends the one that is wanted:
// texts are plain values, and another language is shown by loading the page again.

/** The languages that the texts are written in, as tags. */
export const languages = ["en", "de", "ar"] as const;

/** A language that the texts are written in. */
export type Language = (typeof languages)[number];

/** Whether the texts are written in the language of a tag. */
export const isLanguage = (tag: unknown): tag is Language =>
  languages.some((language) => language === tag);

const languageOfPage = (): Language => {
  const tag = typeof document === "undefined" ? "en" : document.documentElement.lang;
  return isLanguage(tag) ? tag : "en";
};

/** The language of this page. */
export const language: Language = languageOfPage();

/** Whether this page is read from right to left. */
export const isRightToLeft: boolean =
  typeof document !== "undefined" && document.documentElement.dir === "rtl";

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Keeps the language of the pages of a node; the next page is loaded in it.
 * @param basePath below which path the node is mounted; "" for none
 */
export const chooseLanguage = (chosen: Language, basePath: string): void => {
  const kept = ["tallystick-language", chosen].join("=");
  document.cookie = [kept, `path=${basePath}/`, `max-age=${yearSeconds}`, "samesite=lax"].join(";");
};
