import { useSyncExternalStore } from "react";
import { language } from "../messages/language.js";

/** Where this browser keeps the preferences; they have nothing secret. */
const preferencesKey = "tallystick.preferences";

/** How pages look and write; kept in this browser, as it has nothing secret. */
interface Preferences {
  readonly theme: "system" | "light" | "dark";
  readonly contrast: "system" | "more";
  /** A language tag for numbers and dates; undefined: that of the browser. */
  readonly locale?: string | undefined;
}

const defaults: Preferences = { theme: "system", contrast: "system" };

const isLocale = (text: unknown): text is string => {
  try {
    return typeof text === "string" && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

const read = (): Preferences => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(preferencesKey) ?? "{}");
    if (typeof kept !== "object" || kept === null) return defaults;
    const { theme, contrast, locale } = { ...defaults, ...kept };
    return {
      theme: theme === "light" || theme === "dark" ? theme : "system",
      contrast: contrast === "more" ? "more" : "system",
      ...(isLocale(locale) ? { locale } : {}),
    };
  } catch {
    return defaults;
  }
};

let current: Preferences | undefined;
const listeners = new Set<() => void>();

const preferences = (): Preferences => {
  current ??= read();
  return current;
};

/** Puts the preferences on the page, where the style sheets find them. */
export const applyPreferences = (): void => {
  const { theme, contrast } = preferences();
  document.documentElement.dataset["theme"] = theme;
  document.documentElement.dataset["contrast"] = contrast;
};

export const setPreferences = (change: Partial<Preferences>): void => {
  current = { ...preferences(), ...change };
  localStorage.setItem(preferencesKey, JSON.stringify(current));
  applyPreferences();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences);

/**
 * The browser's own; of a page in another language than English, the one of that language. Arabic
 * texts have Latin digits in them, as ids and versions have: so have amounts and dates beside them.
 */
const ownLocale = (): string => {
  if (language === "en") return navigator.language;
  const tag = navigator.languages.find((each) => each.split("-")[0] === language) ?? language;
  return new Intl.Locale(tag, { numberingSystem: "latn" }).toString();
};

/** The language of numbers and dates. */
export const useLocale = (): string => usePreferences().locale ?? ownLocale();
