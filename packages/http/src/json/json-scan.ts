/** The result of one pass over a JSON text before it is parsed. */
export interface JsonScan {
  /** Deepest nesting of arrays and objects; a bare scalar has depth 0. */
  readonly depth: number;
  /** Upper bound of the values in it; a single value may count as none. */
  readonly values: number;
  /** Keys of all objects together. */
  readonly keys: number;
  /** Most keys of one object. */
  readonly keysOfOne: number;
  /** Number tokens that a double may not hold exactly: where each begins and ends. */
  readonly longNumbers: ReadonlyArray<readonly [start: number, end: number]>;
}

/** A number token of at most this many characters, without an exponent, is exact as a double. */
const maxPlainNumberLength = 15;

const COMMA = 0x2c;
const COLON = 0x3a;
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

/** Index after the number token that begins at `start`. */
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
 * Scans a JSON text once, without checking its grammar: how deep it nests, how many values and keys
 * it has, and where it has numbers that need more than a double. The first bound that is passed
 * ends the scan at once.
 * @param maxDepth levels of arrays and objects
 * @param maxLongNumbers numbers beyond 15 characters or with an exponent
 */
export const scanJson = (
  text: string,
  maxDepth: number,
  maxLongNumbers: number,
  maxValues: number = Number.POSITIVE_INFINITY,
  maxKeys: number = Number.POSITIVE_INFINITY,
): JsonScan => {
  let depth = 0;
  let values = 0;
  let deepest = 0;
  let keys = 0;
  let keysOfOne = 0;
  const longNumbers: Array<readonly [number, number]> = [];
  /** Number of keys so far, of the open object at each level; 0 for arrays. */
  const keysAt = new Uint32Array(maxDepth + 1);
  const found = (reached: number): JsonScan => ({
    depth: reached,
    values,
    keys,
    keysOfOne,
    longNumbers,
  });
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth += 1;
      values += 1;
      if (depth > deepest) deepest = depth;
      if (depth > maxDepth) return found(depth);
      keysAt[depth] = 0;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      depth -= 1;
    } else if (code === COLON) {
      keys += 1;
      const ofThis = (keysAt[depth] ?? 0) + 1;
      keysAt[depth] = ofThis;
      if (ofThis > keysOfOne) keysOfOne = ofThis;
      if (keys > maxKeys) break;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      if (isLongNumber(text, at, end)) {
        longNumbers.push([at, end]);
        if (longNumbers.length > maxLongNumbers) return found(deepest);
      }
      at = end - 1;
    } else if (code === COMMA) {
      values += 1;
      if (values > maxValues) break;
    }
  }
  return found(deepest);
};
