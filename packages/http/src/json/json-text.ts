import { isUtf8 } from "node:buffer";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { parse, stringify } from "lossless-json";
import { exactNumber, InexactNumberError } from "./exact-number.js";
import { scanJson } from "./json-scan.js";

/** Nesting of arrays and objects that is read; a deeper body is refused before it is parsed. */
export const maxJsonDepth = 100;

/**
 * Arrays, objects and further elements of them in one text: each costs the parser time and memory
 * however short it is.
 */
export const maxJsonValues = 500_000;

/**
 * The one key no JSON object may have here: copied carelessly it would replace an object's
 * prototype.
 */
const forbiddenKey = "__proto__";

const message = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const hasForbiddenKey = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  if (Object.hasOwn(value, forbiddenKey)) return true;
  return Object.values(value).some(hasForbiddenKey);
};

/** A key can only be the forbidden one when it is there plainly or through an escape. */
const mayHaveForbiddenKey = (text: string): boolean =>
  text.includes(forbiddenKey) || text.includes("\\u");

/**
 * Parses JSON text. Integers beyond 2^53 come back as `bigint`; a decimal that a double does not
 * carry exactly is refused, as are nesting beyond `maxJsonDepth`, more values than `maxJsonValues`,
 * and keys named `__proto__`. Of a repeated key the last one counts. Left: why the text is refused,
 * for a person to read.
 */
export const readJsonText = (text: string): Either<string, unknown> => {
  const scan = scanJson(text, maxJsonDepth);
  if (scan.depth > maxJsonDepth) return left(`JSON nested deeper than ${maxJsonDepth} levels`);
  if (scan.values > maxJsonValues) return left(`JSON of more than ${maxJsonValues} values`);
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (scan.longNumbers) {
      value = parse(text, null, {
        parseNumber: exactNumber,
        onDuplicateKey: ({ newValue }) => newValue,
      });
    }
  } catch (error) {
    if (error instanceof InexactNumberError) return left(error.message);
    return left(text === "" ? "expected JSON, found nothing" : `not JSON: ${message(error)}`);
  }
  if (mayHaveForbiddenKey(text) && hasForbiddenKey(value))
    return left(`an object has the key ${forbiddenKey}`);
  return right(value);
};

/** Parses JSON bytes as `readJsonText` does; invalid UTF-8 is refused. */
export const readJsonBytes = (bytes: Buffer): Either<string, unknown> =>
  isUtf8(bytes) ? readJsonText(bytes.toString("utf8")) : left("the body is not valid UTF-8");

/** JSON text of a value; `bigint` is written as a plain number. */
export const writeJsonText = (value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify refuses bigint with a TypeError; the slower writer knows it.
    if (error instanceof TypeError) return stringify(value) ?? "null";
    throw error;
  }
};
