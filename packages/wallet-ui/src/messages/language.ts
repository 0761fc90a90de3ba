// The language of the texts. It is read once, when the page is loaded: texts are plain values, and
// another language is shown by loading the page again.

/** The languages that the texts are written in, as tags. Each catalogue has all of them. */
export const languages = ["en"] as const;

/** A language that the texts are written in. */
export type Language = (typeof languages)[number];

/** Where this browser keeps the preferences; they have nothing secret. */
export const preferencesKey = "tallystick.preferences";

/** Whether the texts are written in the language of a tag. */
export const isLanguage = (tag: unknown): tag is Language =>
  languages.some((language) => language === tag);

/**
 * The first wanted language that there is; English when there is none.
 * @param wanted language tags, the most wanted first: of "de-CH" the "de" counts too
 */
export const languageOf = (wanted: ReadonlyArray<unknown>): Language => {
  for (const tag of wanted) {
    if (isLanguage(tag)) return tag;
    const base = typeof tag === "string" ? tag.split("-")[0] : undefined;
    if (isLanguage(base)) return base;
  }
  return "en";
};

const keptLanguage = (): unknown => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(preferencesKey) ?? "{}");
    return typeof kept === "object" && kept !== null && "language" in kept
      ? kept.language
      : undefined;
  } catch {
    return undefined;
  }
};

/** The language of this page: the one chosen in this browser, else one that the browser wants. */
export const language: Language =
  typeof document === "undefined" ? "en" : languageOf([keptLanguage(), ...navigator.languages]);
