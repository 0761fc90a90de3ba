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

/** The bounds of a scan: the first one that is passed ends it. */
export interface ScanBounds {
  /** Levels of arrays and objects. */
  readonly maxDepth: number;
  /** Numbers beyond 15 characters or with an exponent. */
  readonly maxLongNumbers: number;
  readonly maxValues?: number;
  readonly maxKeys?: number;
}

/**
 * Scans a JSON text once, without checking its grammar: how deep it nests, how many values and keys
 * it has, and where it has numbers that need more than a double. May stop and go on.
 */
export class JsonScanner implements JsonScan {
  depth = 0;
  values = 0;
  keys = 0;
  keysOfOne = 0;
  readonly longNumbers: Array<readonly [number, number]> = [];
  /** How much was scanned; may be in front of a value, never inside of one. */
  at = 0;
  /** Arrays and objects that are open; negative where too many were closed. */
  level = 0;
  /** Where the container of each open level begins. */
  readonly openedAt: Array<number> = [0];
  /** Where the last member of each open level begins: after its bracket, or the last comma. */
  readonly memberAt: Array<number> = [0];
  /** Number of keys so far, of the open object at each level; 0 for arrays. */
  readonly #keysAt: Array<number> = [0];

  /** @param onClosed called for what closes at a level, before the level is left */
  constructor(
    private readonly text: string,
    private readonly bounds: ScanBounds,
    private readonly onClosed?: (level: number, at: number) => void,
  ) {}

  /**
   * Goes on to a place, or to the end of the text or number there.
   *
   * @returns true when the scan is over, because the text ends or a bound is passed
   */
  to(end: number): boolean {
    const { text, bounds, longNumbers } = this;
    const { maxValues = Number.POSITIVE_INFINITY, maxKeys = Number.POSITIVE_INFINITY } = bounds;
    const until = Math.min(end, text.length);
    let { at } = this;
    for (; at < until; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at = endOfString(text, at);
      } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        if (!this.#opened(at)) return true;
      } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        this.onClosed?.(this.level, at);
        this.level -= 1;
      } else if (code === COLON) {
        this.#key();
        if (this.keys > maxKeys) return true;
      } else if (code === MINUS || isDigit(code)) {
        const last = endOfNumber(text, at);
        if (isLongNumber(text, at, last)) {
          longNumbers.push([at, last]);
          if (longNumbers.length > bounds.maxLongNumbers) return true;
        }
        at = last - 1;
      } else if (code === COMMA) {
        this.values += 1;
        if (this.level >= 0) this.memberAt[this.level] = at + 1;
        if (this.values > maxValues) return true;
      }
    }
    this.at = at;
    return at >= text.length;
  }

  #opened(at: number): boolean {
    this.level += 1;
    this.values += 1;
    if (this.level > this.depth) this.depth = this.level;
    if (this.level > this.bounds.maxDepth) return false;
    this.openedAt[this.level] = at;
    this.memberAt[this.level] = at + 1;
    this.#keysAt[this.level] = 0;
    return true;
  }

  #key(): void {
    this.keys += 1;
    if (this.level < 0) return;
    const ofThis = (this.#keysAt[this.level] ?? 0) + 1;
    this.#keysAt[this.level] = ofThis;
    if (ofThis > this.keysOfOne) this.keysOfOne = ofThis;
  }
}

/** Scans a whole text; see `JsonScanner`. */
export const scanJson = (text: string, bounds: ScanBounds): JsonScan => {
  const scanner = new JsonScanner(text, bounds);
  scanner.to(text.length);
  return scanner;
};
