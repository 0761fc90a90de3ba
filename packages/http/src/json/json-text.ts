import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { stringify } from "lossless-json";
import { exactNumber, InexactNumberError } from "./exact-number.js";
import { type JsonScan, scanJson } from "./json-scan.js";

/** Nesting of arrays and objects that is read; a deeper body is refused before it is parsed. */
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
  /** The reason, as text. */
  readonly reason: string;
  /** True where the text ends before its value does. */
  readonly isCutShort?: boolean;
}

const refused = (reason: string, isCutShort = false): Either<JsonError, never> =>
  left(isCutShort ? { reason, isCutShort } : { reason });

const message = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Why a text is refused before it is parsed; undefined when it is not. */
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
const withMarkedNumbers = (text: string, { longNumbers }: JsonScan): string => {
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

/**
 * Parses JSON text. Integers beyond 2^53 come back as `bigint`; a decimal that a double does not
 * hold exactly is refused, as are nesting beyond `maxJsonDepth`, and more values, keys or long
 * numbers than allowed. A key named `__proto__` is a field of its own like any other. Of a repeated
 * key the last one counts. Left: why the text is refused.
 */
export const readJsonText = (text: string): Either<JsonError, unknown> => {
  const scan = scanJson(text, maxJsonDepth, maxLongNumbers, maxJsonValues, maxJsonKeys);
  const tooMuch = excess(scan);
  if (tooMuch !== undefined) return refused(tooMuch);
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (scan.longNumbers.length > 0)
      value = withReadNumbers(JSON.parse(withMarkedNumbers(text, scan)));
  } catch (error) {
    if (error instanceof InexactNumberError) return refused(error.message);
    if (text === "") return refused("expected JSON, found nothing", true);
    const said = message(error);
    const isAtEnd =
      /end of JSON input|Unterminated/.test(said) || said.includes(` position ${text.length}`);
    return refused(`not JSON: ${said}`, isAtEnd);
  }
  return right(value);
};

/** Parses JSON bytes like `readJsonText`; invalid UTF-8 is refused. */
export const readJsonBytes = (bytes: Buffer): Either<JsonError, unknown> =>
  isUtf8(bytes) ? readJsonText(bytes.toString("utf8")) : refused("the body is not valid UTF-8");

/** JSON text of a value; `bigint` is written as a plain number. */
export const writeJsonText = (value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify throws a TypeError for bigint; the slower writer supports it.
    if (error instanceof TypeError) return stringify(value) ?? "null";
    throw error;
  }
};
