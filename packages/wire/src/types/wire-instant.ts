import { type ValueError, zonedMicrosFromText } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { wrongTypeSentence } from "./decode-sentence.js";
import { type DecodeError, SchemaType } from "./schema-type.js";
import { expectedError } from "./wire-type.js";

/** The parts of an ISO-8601 instant in their order, as Java's parser reads them. */
const instantParts: ReadonlyArray<RegExp> = [
  /\d{4}(?!\d)|\+\d{5,10}|-\d{4,10}/y,
  /-/y,
  /\d\d/y,
  /-/y,
  /\d\d/y,
  /T/iy,
  /\d\d/y,
  /:/y,
  /\d\d/y,
  /:/y,
  /\d\d/y,
  /(?:\.\d{0,9})?/y,
  /Z|[+-]\d\d(?::\d\d(?::\d\d)?)?/iy,
];

const maxQuotedLength = 64;

/** Times that Java's parser takes, and ours does not: they are none of Daml. */
const takenThere = /^(?:0000|[+-])|T24:00:00|T23:59:60/i;

/**
 * The sentence of a public node about a text that is no instant: the words of Java's parser;
 * undefined where that one takes it.
 */
const instantSentence = (text: string): string | undefined => {
  const quoted = text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}...` : text;
  let at = 0;
  for (const part of instantParts) {
    part.lastIndex = at;
    const found = part.exec(text);
    if (found === null) return `Text '${quoted}' could not be parsed at index ${at}`;
    at += found[0].length;
  }
  if (at < text.length)
    return `Text '${quoted}' could not be parsed, unparsed text found at index ${at}`;
  // a month 13 is found when all is read, and has no place of its own
  return takenThere.test(text) ? undefined : `Text '${quoted}' could not be parsed at index 0`;
};

const readInstant = (u: unknown): Either<DecodeError, bigint> => {
  if (typeof u !== "string")
    return expectedError("an ISO-8601 time", u, wrongTypeSentence("string", u));
  const micros: Either<ValueError, bigint> = zonedMicrosFromText(u);
  if (!isLeft(micros)) return micros;
  const sentence = instantSentence(u);
  return left({ ...micros.left, actual: u, ...(sentence === undefined ? {} : { sentence }) });
};

/** An ISO-8601 time as microseconds; digits beyond the microsecond are dropped. */
export const wireInstant: SchemaType<bigint> = new SchemaType<bigint>(
  "instant",
  { type: "string" },
  readInstant,
);

/** An ISO-8601 time that stays the text it is: its digits beyond the microsecond count. */
export const wireInstantText: SchemaType<string> = new SchemaType<string>(
  "instant text",
  { type: "string" },
  (u) => {
    const read = readInstant(u);
    return isLeft(read) ? read : right(String(u));
  },
);
