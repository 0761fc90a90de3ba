import { type Numeric, isNumericUnits } from "@tallystick/core/numeric";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { AmountError } from "./amount-error.js";
import { digitOf } from "./digit-value.js";
import { type NumberLocale, numberLocaleOf } from "./number-locale.js";

const maxDecimals = 10;
const maxWholeDigits = 28;
const maxCharacters = 100;

/** Marks that give a direction and have no width; locales put them around signs. */
const directionMarks = /[\u061c\u200e\u200f\u2066-\u2069]/g;
const spaces = /[\u0020\u00a0\u2007\u2009\u202f]/g;
const apostrophes = /['\u2018\u2019\u02bc]/g;
const signs = /^[-+\u2212\u2010\u2011\u2013\uff0b\uff0d]/;

/** One form for separators that look alike, so that "1 234" is read with any space. */
const folded = (text: string): string =>
  text.replaceAll(directionMarks, "").replaceAll(spaces, " ").replaceAll(apostrophes, "'");

/** The text in digits 0 to 9, with "." before decimals and "," between groups. */
interface Tokens {
  readonly isNegative: boolean;
  readonly text: string;
  /** Set when the decimals are written with a sign that the locale has no use for. */
  readonly foreignDecimal: boolean;
}

type Separators = Pick<NumberLocale, "decimal" | "group"> & {
  /** Point or comma, when the locale uses it for nothing. */
  readonly foreign: ReadonlyArray<string>;
};

const separatorsOf = (locale: NumberLocale): Separators => {
  const decimal = folded(locale.decimal);
  const group = folded(locale.group);
  return {
    decimal,
    group,
    foreign: [".", ","].filter((sign) => sign !== decimal && sign !== group),
  };
};

const tokensOf = (text: string, locale: NumberLocale): Either<AmountError, Tokens> => {
  const { decimal, group, foreign } = separatorsOf(locale);
  const trimmed = folded(text).trim();
  const sign = signs.exec(trimmed)?.[0] ?? "";
  const scripts = new Set<number>();
  let tokens = "";
  let foreignDecimal = false;
  for (const character of trimmed.slice(sign.length).trim()) {
    const own = locale.digits.indexOf(character);
    const digit = digitOf(character) ?? (own < 0 ? undefined : { value: own, script: -1 });
    if (digit !== undefined) {
      scripts.add(digit.script);
      tokens += digit.value;
    } else if (character === decimal) {
      tokens += ".";
    } else if (character === group) {
      tokens += ",";
    } else if (foreign.includes(character)) {
      foreignDecimal = true;
      tokens += ".";
    } else {
      return left({ kind: "unexpected character", character });
    }
  }
  if (scripts.size > 1) return left({ kind: "mixed digits" });
  const isNegative = sign !== "" && sign !== "+" && sign !== "\uff0b";
  return right({ isNegative, text: tokens, foreignDecimal });
};

/** Whether all groups are complete, in the sizes of the locale or in threes. */
const isGrouped = (groups: ReadonlyArray<string>, locale: NumberLocale): boolean => {
  const fits = (last: number, others: number): boolean =>
    groups.every((group, at) => {
      const size = at === groups.length - 1 ? last : others;
      return at === 0 ? group.length > 0 && group.length <= size : group.length === size;
    });
  return fits(locale.lastGroupSize, locale.groupSize) || fits(3, 3);
};

/** A sign that some people write before decimals and others between thousands. */
const isPointOrComma = (sign: string): boolean => sign === "." || sign === ",";

const separatorError = (
  { text, foreignDecimal }: Tokens,
  locale: NumberLocale,
): AmountError | undefined => {
  const [whole = "", fraction, ...more] = text.split(".");
  const { decimal, group } = locale;
  if (more.length > 0) return { kind: "two decimal separators", decimal };
  if (fraction?.includes(",") === true) return { kind: "wrong grouping", group, decimal };
  const groups = whole.split(",");
  if (foreignDecimal && fraction?.length === 3 && groups.length === 1)
    return { kind: "ambiguous", separator: decimal === "." ? "," : ".", decimal };
  if (groups.length === 1) return undefined;
  if (!isGrouped(groups, locale)) return { kind: "wrong grouping", group, decimal };
  return groups.length === 2 && fraction === undefined && isPointOrComma(folded(group))
    ? { kind: "ambiguous", separator: group, decimal }
    : undefined;
};

const unitsOf = (whole: string, fraction: string): Either<AmountError, bigint> => {
  const digits = whole.replace(/^0+/, "");
  if (fraction.length > maxDecimals)
    return left({ kind: "too many decimals", found: fraction.length, atMost: maxDecimals });
  if (digits.length > maxWholeDigits)
    return left({ kind: "too many digits", found: digits.length, atMost: maxWholeDigits });
  return right(BigInt(`${digits}${fraction.padEnd(maxDecimals, "0")}`));
};

/**
 * Reads an amount as a person types it: digits of any script, the separators of the locale, or a
 * point or comma that the locale uses for nothing. Nothing is rounded and nothing is guessed:
 * "1,234" in English is an error, as it is 1.234 to half of the world.
 *
 * @param locale a language tag such as "de-CH"
 */
export const parseAmount = (text: string, locale: string): Either<AmountError, Numeric> => {
  if (text.length > maxCharacters) return left({ kind: "too long", maxCharacters });
  if (text.trim() === "") return left({ kind: "empty" });
  const numbers = numberLocaleOf(locale);
  const tokens = tokensOf(text, numbers);
  if (isLeft(tokens)) return tokens;
  if (!/[0-9]/.test(tokens.right.text)) return left({ kind: "incomplete" });
  const error = separatorError(tokens.right, numbers);
  if (error !== undefined) return left(error);
  const [whole = "", fraction = ""] = tokens.right.text.replaceAll(",", "").split(".");
  const units = unitsOf(whole, fraction);
  if (isLeft(units)) return units;
  const signed = tokens.right.isNegative ? -units.right : units.right;
  // the digits were counted above, so the guard is only for the compiler
  return isNumericUnits(signed)
    ? right(signed)
    : left({ kind: "too many digits", found: maxWholeDigits + 1, atMost: maxWholeDigits });
};
