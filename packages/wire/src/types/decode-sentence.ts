import { pathText } from "./path-text.js";
import { type Either, left } from "fp-ts/lib/Either.js";
import { type DecodeError, together } from "./schema-type.js";

/** Longest value that a sentence shows, in characters. */
const maxShownLength = 500;

const shown = (text: string): string =>
  text.length > maxShownLength ? `${text.slice(0, maxShownLength)}...` : text;

/** The sentence of a public node about a field that must be there. */
export const missingSentence = "Missing required field";

/** The sentence of a public node about a union without one of its keys. */
export const unionSentence = "JSON decoding to CNil should never happen";

/** What it says of a text that is no Base64. */
export const base64Sentence = (text: string): string =>
  `The string is not a valid Base64: ${shown(text)}`;

/** What it says of a value of another JSON type than `expected`. */
export const wrongTypeSentence = (expected: string, value: unknown): string =>
  `Got value '${shown(jsonOf(value))}' with wrong type, expecting ${expected}`;

/** What it says of a text that is none of an enumeration's names. */
export const enumSentence = (text: string, names: ReadonlyArray<string>): string =>
  `Unrecognized enum value ${shown(text)}. Supported values: [${names.join(", ")}]`;

// of a big value only its beginning is shown
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "bigint" ? Number(inner) : inner,
  ) ?? String(value);

/** All that a public node says of a value that is no object is which fields it lacks. */
export const lacking =
  (fields: ReadonlyArray<string>) =>
  (error: DecodeError): Either<DecodeError, never> => {
    if (error.actual === undefined) return left(error);
    const each = fields.map((key) => ({ ...error, sentence: missingSentence, shownPath: [key] }));
    return left(together(each) ?? error);
  };

/** The sentences of a public node for all that does not decode, each with its place. */
export const decodeSentences = (error: DecodeError): string =>
  [error, ...(error.others ?? [])]
    .map(({ path, shownPath = path, sentence, reason }) => {
      const where = shown(pathText(shownPath));
      return `${sentence ?? reason}${where === "" ? "" : ` at '${where}'`}`;
    })
    .join(", ");
