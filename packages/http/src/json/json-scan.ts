/** What one pass over a JSON text finds out before it is parsed. */
export interface JsonScan {
  /** Deepest nesting of arrays and objects; a bare scalar has depth 0. */
  readonly depth: number;
  /** Values in it at most; a text of one value may count as none. */
  readonly values: number;
  /** True when it has a number token that a double may not carry exactly. */
  readonly longNumbers: boolean;
}

/**
 * A number token of at most this many characters, without an exponent, survives the way through a
 * double.
 */
const maxPlainNumberLength = 15;

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const LOWER_E = 0x65;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Index of the quote that closes the string opened at `open`, or the length of the text. */
const endOfString = (text: string, open: number): number => {
  let close = text.indexOf('"', open + 1);
  while (close !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return close;
    close = text.indexOf('"', close + 1);
  }
  return text.length;
};

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** Index behind the number token that begins at `start`. */
const endOfNumber = (text: string, start: number): number => {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    const inside = isDigit(code) || code === POINT || code === LOWER_E || code === UPPER_E;
    if (!inside && code !== MINUS && code !== 0x2b) return at;
    at += 1;
  }
};

const isLongNumber = (text: string, start: number, end: number): boolean => {
  if (end - start > maxPlainNumberLength) return true;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LOWER_E || code === UPPER_E) return true;
  }
  return false;
};

/**
 * Looks once over a JSON text, without judging its grammar: how deep it nests, and whether it holds
 * numbers that need the exact parser, how many values it holds. Nesting beyond `maxDepth` ends the
 * scan at once.
 * @param maxDepth levels of arrays and objects
 */
export const scanJson = (text: string, maxDepth: number): JsonScan => {
  let depth = 0;
  let values = 0;
  let deepest = 0;
  let longNumbers = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth += 1;
      values += 1;
      if (depth > deepest) deepest = depth;
      if (depth > maxDepth) return { depth, values, longNumbers };
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      depth -= 1;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      longNumbers ||= isLongNumber(text, at, end);
      at = end - 1;
    } else if (code === COMMA) {
      values += 1;
    }
  }
  return { depth: deepest, values, longNumbers };
};
