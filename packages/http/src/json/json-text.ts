import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import { JsonText } from "@tallystick/core";
import type { Turns } from "@tallystick/background";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { stringify } from "lossless-json";
import { exactNumber, InexactNumberError } from "./exact-number.js";
import { JsonPieces, JsonSyntaxError } from "./json-pieces.js";
import { type JsonScan, JsonScanner, type ScanBounds } from "./json-scan.js";

/** Nesting of arrays and objects that is read; a deeper body is rejected before it is parsed. */
export const maxJsonDepth = 100;

/**
 * Arrays, objects and further elements of them in one text: each takes the parser time and memory,
 * however short.
 */
export const maxJsonValues = 500_000;

/**
 * Keys of all objects of one text together: each takes the parser ten times as long as an element
 * of an array.
 */
export const maxJsonKeys = 100_000;

/** Keys of one object: the parser takes longer for each the more there are. */
export const maxKeysOfObject = 20_000;

/** Numbers of more than 15 characters or with an exponent: each is parsed separately. */
export const maxLongNumbers = 10_000;

/** Why a text is not read as JSON. */
export interface JsonError {
  readonly reason: string;
  /** True where the text ends before its value does. */
  readonly isCutShort?: boolean;
}

const refused = (reason: string, isCutShort = false): Either<JsonError, never> =>
  left(isCutShort ? { reason, isCutShort } : { reason });

const refusedBytes = refused("the body is not valid UTF-8");

/** Why a text is rejected before it is parsed; undefined when it is not. */
const excess = ({ depth, values, keys, keysOfOne, longNumbers }: JsonScan): string | undefined => {
  if (depth > maxJsonDepth) return `JSON nested deeper than ${maxJsonDepth} levels`;
  if (values > maxJsonValues) return `JSON of more than ${maxJsonValues} values`;
  if (keys > maxJsonKeys) return `JSON of more than ${maxJsonKeys} keys`;
  if (keysOfOne > maxKeysOfObject) return `a JSON object of more than ${maxKeysOfObject} keys`;
  return longNumbers.length > maxLongNumbers
    ? `JSON of more than ${maxLongNumbers} numbers of more than 15 characters`
    : undefined;
};

/** Random prefix of the texts that long numbers are parsed as. */
const numberMark = `${randomBytes(16).toString("hex")}:`;

/** The text with each long number as a marked string, so that the parser keeps all its digits. */
const withMarkedNumbers = (text: string, longNumbers: JsonScan["longNumbers"]): string => {
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of longNumbers) {
    parts.push(text.slice(from, start), `"${numberMark}${text.slice(start, end)}"`);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join("");
};

/** The value with its marked strings read as numbers; throws `InexactNumberError`. */
const withReadNumbers = (value: unknown): unknown => {
  if (typeof value === "string")
    return value.startsWith(numberMark) ? exactNumber(value.slice(numberMark.length)) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withReadNumbers);
  // border: JSON objects have texts as keys
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) object[key] = withReadNumbers(object[key]);
  return object;
};

/** Parses a text with exact numbers; throws `SyntaxError`, `InexactNumberError`. */
const parseExactly = (text: string, longNumbers: JsonScan["longNumbers"]): unknown => {
  // first as it is: a number in place of a key is no JSON
  const value: unknown = JSON.parse(text);
  return longNumbers.length === 0
    ? value
    : withReadNumbers(JSON.parse(withMarkedNumbers(text, longNumbers)));
};

const bounds: ScanBounds = {
  maxDepth: maxJsonDepth,
  maxLongNumbers,
  maxValues: maxJsonValues,
  maxKeys: maxJsonKeys,
};

/** Why a text was rejected that was thrown for. */
const refusal = (thrown: unknown): Either<JsonError, never> => {
  if (thrown instanceof InexactNumberError) return refused(thrown.message);
  if (thrown instanceof JsonSyntaxError)
    return refused(`not JSON: ${thrown.message}`, thrown.isCutShort);
  throw thrown;
};

class JsonReading {
  readonly #pieces: JsonPieces;
  /** Looks at all of a long text first: of one that is rejected for its size nothing is made. */
  #ahead: JsonScanner | undefined;

  constructor(
    private readonly text: string,
    private readonly pieceLength: number,
  ) {
    if (text.length > pieceLength) this.#ahead = new JsonScanner(text, bounds);
    this.#pieces = new JsonPieces(text, bounds, pieceLength, parseExactly);
  }

  /** Reads the next piece. @returns the outcome after the last */
  next(): Either<JsonError, unknown> | undefined {
    if (this.text === "") return refused("expected JSON, found nothing", true);
    if (this.#ahead !== undefined) return this.#lookAhead(this.#ahead);
    try {
      const isLast = this.#pieces.next();
      const tooMuch = excess(this.#pieces.scan);
      if (tooMuch !== undefined) return refused(tooMuch);
      return isLast ? right(this.#pieces.value()) : undefined;
    } catch (thrown) {
      return refusal(thrown);
    }
  }

  #lookAhead(scanner: JsonScanner): Either<JsonError, unknown> | undefined {
    const isOver = scanner.to(scanner.at + this.pieceLength);
    if (isOver) this.#ahead = undefined;
    const tooMuch = excess(scanner);
    return tooMuch === undefined ? undefined : refused(tooMuch);
  }
}

/**
 * Parses JSON text. Integers beyond 2^53 come back as `bigint`; a decimal that a double does not
 * hold exactly is rejected, as are nesting beyond `maxJsonDepth`, and more values, keys or long
 * numbers than allowed. A key named `__proto__` is a field of its own like any other. Of a repeated
 * key the last one counts. Left: why the text is rejected.
 *
 * @param pieceLength how many characters are parsed at a time; the result is the same
 */
export const readJsonText = (
  text: string,
  pieceLength = Number.POSITIVE_INFINITY,
): Either<JsonError, unknown> => {
  const reading = new JsonReading(text, pieceLength);
  for (;;) {
    const outcome = reading.next();
    if (outcome !== undefined) return outcome;
  }
};

/** Parses JSON bytes like `readJsonText`; invalid UTF-8 is rejected. */
export const readJsonBytes = (bytes: Buffer): Either<JsonError, unknown> =>
  isUtf8(bytes) ? readJsonText(bytes.toString("utf8")) : refusedBytes;

/** A longer text is read in pieces of this length; bytes, and characters. */
const largeBytes = 64 * 1024;

/** Parses JSON bytes like `readJsonBytes`; long ones a piece at a time, in turns. */
export const readJsonInTurns = async (
  bytes: Buffer,
  turns: Turns,
  by: string,
): Promise<Either<JsonError, unknown>> => {
  if (bytes.length <= largeBytes) return readJsonBytes(bytes);
  let reading: JsonReading | undefined;
  const outcome = await turns.run({ by }, () => {
    if (reading !== undefined) return reading.next();
    if (!isUtf8(bytes)) return refusedBytes;
    reading = new JsonReading(bytes.toString("utf8"), largeBytes);
    return undefined;
  });
  // undefined for aborted work only, and nobody aborts this
  return outcome ?? refusedBytes;
};

/** JSON text of a value; `bigint` is written as a plain number. A text of JSON stays as it is. */
export const writeJsonText = (value: unknown): string => {
  if (value instanceof JsonText) return value.json;
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify throws a TypeError for bigint; the slower writer supports it.
    if (error instanceof TypeError) return stringify(value) ?? "null";
    throw error;
  }
};
