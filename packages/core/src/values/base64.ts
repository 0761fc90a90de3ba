import { type ValueError, valueError } from "./value-error.js";
import { type Either, right } from "fp-ts/lib/Either.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const padCode = "=".charCodeAt(0);
const noDigit = 255;

// two characters for each 12 bits: half the lookups and concatenations of one per 6 bits
const pairs: ReadonlyArray<string> = Array.from(
  { length: 4096 },
  (_, bits) => `${alphabet.charAt(bits >> 6)}${alphabet.charAt(bits & 63)}`,
);

const digitOfCode: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = alphabet.indexOf(String.fromCharCode(code));
  return digit < 0 ? noDigit : digit;
});

const digitAt = (text: string, index: number): number =>
  digitOfCode[text.charCodeAt(index)] ?? noDigit;

const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;

/** Writes bytes as standard Base64 with padding. */
export const base64Encode = (bytes: Uint8Array): string => {
  const whole = bytes.length - (bytes.length % 3);
  let text = "";
  for (let i = 0; i < whole; i += 3) {
    const bits = (byteAt(bytes, i) << 16) | (byteAt(bytes, i + 1) << 8) | byteAt(bytes, i + 2);
    text += (pairs[bits >> 12] ?? "") + (pairs[bits & 4095] ?? "");
  }
  if (bytes.length - whole === 1) return `${text}${pairs[byteAt(bytes, whole) << 4] ?? ""}==`;
  if (bytes.length - whole === 2) {
    const bits = (byteAt(bytes, whole) << 10) | (byteAt(bytes, whole + 1) << 2);
    return `${text}${pairs[bits >> 6] ?? ""}${alphabet.charAt(bits & 63)}=`;
  }
  return text;
};

const paddingOf = (text: string): number => {
  const end = text.length;
  if (end === 0 || text.charCodeAt(end - 1) !== padCode) return 0;
  return text.charCodeAt(end - 2) === padCode ? 2 : 1;
};

/**
 * True for standard Base64 with padding, the empty text included. Unused bits before the padding
 * must be zero, so that each byte string has exactly one text.
 */
export const isBase64 = (text: string): boolean => {
  if (text.length % 4 !== 0) return false;
  const padding = paddingOf(text);
  const digits = text.length - padding;
  for (let i = 0; i < digits; i++) if (digitAt(text, i) === noDigit) return false;
  const unusedBits = padding * 2;
  return padding === 0 || (digitAt(text, digits - 1) & ((1 << unusedBits) - 1)) === 0;
};

/**
 * Reads standard Base64 with padding.
 * @returns the bytes, or why the text is not Base64
 */
export const base64Decode = (text: string): Either<ValueError, Uint8Array> => {
  if (!isBase64(text)) return valueError("expected standard Base64 with padding");
  const length = (text.length / 4) * 3 - paddingOf(text);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (let i = 0; i < text.length; i += 4) {
    // padding reads as noDigit; the bytes it would fill lie behind the end and are dropped
    const bits =
      (digitAt(text, i) << 18) |
      (digitAt(text, i + 1) << 12) |
      ((digitAt(text, i + 2) & 63) << 6) |
      (digitAt(text, i + 3) & 63);
    bytes[at] = bits >> 16;
    if (at + 1 < length) bytes[at + 1] = (bits >> 8) & 255;
    if (at + 2 < length) bytes[at + 2] = bits & 255;
    at += 3;
  }
  return right(bytes);
};
