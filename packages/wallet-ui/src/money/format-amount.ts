import { type Numeric, numericToText } from "@tallystick/core/numeric";
import { messages } from "./messages.js";

/** How an amount is shown. */
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
 * could be taken for a point, e.g. "1 234.5 CC".
 */
export const amountEcho = (value: Numeric, unit: string): string => {
  const [whole = "", fraction = ""] = numericToText(value).replace("-", "").split(".");
  const grouped = whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, "\u202f");
  const decimals = fraction.replace(/0+$/, "");
  return `${value < 0n ? minus : ""}${grouped}${decimals === "" ? "" : `.${decimals}`} ${unit}`;
};

/** A change of a balance for a screen reader, e.g. "received 5.00 CC". */
export const spokenAmount = (value: Numeric, locale: string, unit: string): string => {
  const amount = `${formatAmount(value, locale).replace(minus, "")} ${unit}`;
  if (value === 0n) return messages.noChange({ amount });
  return value > 0n ? messages.received({ amount }) : messages.sent({ amount });
};
