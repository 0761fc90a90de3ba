import { type Numeric, numericFromText, numericToText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { messages } from "./messages.js";

export interface AmountFormat {
  /** `short` cuts zeros after the second decimal; `full` has always ten decimals. */
  readonly decimals?: "short" | "full";
  /** `always` puts "+" before a gain too. */
  readonly sign?: "negative" | "always";
}

const minus = "\u2212";

const formatters = new Map<string, Intl.NumberFormat>();

const formatterOf = (locale: string, minimumFractionDigits: number): Intl.NumberFormat => {
  const key = `${locale} ${minimumFractionDigits}`;
  const options = { minimumFractionDigits, maximumFractionDigits: 10, useGrouping: true };
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
};

/** A decimal text such as "1234.5000000000"; Intl reads it exactly, without a float. */
type DecimalText = `${number}`;

const unsignedText = (value: Numeric): DecimalText =>
  // border: `numericToText` writes decimal texts only
  numericToText(value).replace("-", "") as DecimalText;

const signOf = (value: Numeric, sign: AmountFormat["sign"]): string => {
  if (value < 0n) return minus;
  return sign === "always" && value > 0n ? "+" : "";
};

/**
 * An amount as text of a locale: grouped, with at least two decimals and all significant ones.
 * Nothing is rounded; `parseAmount` reads it back.
 */
export const formatAmount = (
  value: Numeric,
  locale: string,
  { decimals = "short", sign = "negative" }: AmountFormat = {},
): string => {
  const formatter = formatterOf(locale, decimals === "full" ? 10 : 2);
  // the sign is ours: locales write it in different characters and places
  return `${signOf(value, sign)}${formatter.format(unsignedText(value))}`;
};

/**
 * What was understood of a typed amount, to be shown below the field: without group separators that
 * could be taken for decimals, e.g. "1 234.5 CC" in English and "1 234,5 CC" in German.
 */
export const amountEcho = (value: Numeric, locale: string, unit: string): string => {
  const parts = formatterOf(locale, 0).formatToParts(unsignedText(value));
  const shown = parts.map((part) => (part.type === "group" ? "\u202f" : part.value)).join("");
  return `${signOf(value, "negative")}${shown} ${unit}`;
};

/** A decimal of the API in a locale, without zeros at its end; another text stays as it is. */
export const formatDecimal = (text: string, locale: string): string => {
  const value = numericFromText(text);
  return isLeft(value)
    ? text
    : `${signOf(value.right, "negative")}${formatterOf(locale, 0).format(unsignedText(value.right))}`;
};

/** A change of a balance for a screen reader, e.g. "received 5.00 CC". */
export const spokenAmount = (value: Numeric, locale: string, unit: string): string => {
  const amount = `${formatAmount(value, locale).replace(minus, "")} ${unit}`;
  if (value === 0n) return messages.spoken.unchanged({ amount });
  return value > 0n ? messages.spoken.received({ amount }) : messages.spoken.sent({ amount });
};
