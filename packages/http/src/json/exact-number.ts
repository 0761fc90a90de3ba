/** Thrown by the exact number reader inside the JSON parser, and caught where the text is read. */
export class InexactNumberError extends Error {
  override readonly name = "InexactNumberError";
}

/** No field of the interface needs more characters; the bound keeps the work per number small. */
const maxNumberLength = 64;

const zeroes = /^0+|0+$/g;

/**
 * Significant digits and decimal exponent, so that equal numbers have equal text however they were
 * written.
 */
const canonical = (text: string): string => {
  const [mantissa = "", exponentText = "0"] = text.toLowerCase().split("e");
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  const significant = digits.replace(zeroes, "");
  if (significant === "") return "0";
  const leading = digits.length - digits.replace(/^0+/, "").length;
  return `${sign}${significant}@${whole.length - leading + Number(exponentText)}`;
};

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const inexact = (text: string): InexactNumberError =>
  new InexactNumberError(
    `the number ${shortened(text)} has more digits than a JSON number carries exactly; send it as text`,
  );

/**
 * Reads a JSON number token without rounding: a number if a double holds it exactly, a `bigint` for
 * longer integers of at most `maxNumberLength` characters. Any other token throws
 * `InexactNumberError`.
 */
export const exactNumber = (text: string): number | bigint => {
  if (text.length > maxNumberLength) throw inexact(text);
  if (/^-?\d+$/.test(text)) {
    const whole = Number(text);
    return Number.isSafeInteger(whole) ? whole : BigInt(text);
  }
  const value = Number(text);
  if (!Number.isFinite(value) || canonical(String(value)) !== canonical(text)) throw inexact(text);
  return value;
};
