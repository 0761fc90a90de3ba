import { microsToText, timestampMaxMicros, timestampMinMicros } from "@tallystick/core";

const plain = /^[A-Za-z0-9:._#/+-]+$/;

// control and format characters, line and paragraph separators, and what is no character: they end
// a line, move the cursor, hide or turn around what follows
const hiding = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu;

const escaped = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * A text of a message, as it is put into a line for a person: names, ids and numbers as they are,
 * anything else in quotes and with everything visible, so that no text passes for the words around
 * it.
 */
export const printable = (text: string): string =>
  plain.test(text) ? text : `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll(hiding, escaped)}"`;

/** A time of a message, which may be one that no calendar of the ledger has. */
export const timeText = (micros: bigint): string =>
  micros < timestampMinMicros || micros > timestampMaxMicros
    ? `microsecond ${micros}`
    : microsToText(micros);
