import { invalidArgument } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { shortened } from "../values/text-sentence.js";

/** Texts kept with a user or a party. */
export type Annotations = Readonly<Record<string, string>>;

/**
 * Size of all annotations of a user or party together, keys and values in UTF-8 (ledger-api 12).
 */
export const maxAnnotationsBytes = 256 * 1024;

// an optional DNS subdomain of up to 253 characters, then a name of up to 63 (ledger-api 3.4)
const annotationKey =
  /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[a-zA-Z0-9](?:[a-zA-Z0-9._-]{0,61}[a-zA-Z0-9])?$/;

const maxPrefixLength = 253;
const maxNameLength = 63;

/** The size of annotations, keys and values in UTF-8. */
export const annotationsBytes = (annotations: Annotations): number => {
  const encoder = new TextEncoder();
  let sizeBytes = 0;
  for (const [key, value] of Object.entries(annotations))
    sizeBytes += encoder.encode(key).length + encoder.encode(value).length;
  return sizeBytes;
};

const segmentSentence = (kind: string, segment: string, max: number): string =>
  `Key ${kind} segment '${shortened(segment)}' ${segment.length > max ? `exceeds maximum length of ${max} characters` : "has invalid syntax"}`;

/** The sentence of a public node about a malformed key. */
const keySentence = (key: string): string => {
  const [first = "", second, ...more] = key.split("/");
  if (more.length > 0)
    return `Key '${shortened(key)}' contains more than one forward slash ('/') character`;
  if (second === undefined) return segmentSentence("name", first, maxNameLength);
  return annotationKey.test(`${first}/name`)
    ? segmentSentence("name", second, maxNameLength)
    : segmentSentence("prefix", first, maxPrefixLength);
};

/**
 * INVALID_ARGUMENT for annotations of a request: malformed keys, more than 256 KiB (ledger-api
 * 3.4).
 *
 * @param mayRemove true for an update, where an empty value removes the key; else an empty value is
 * rejected
 */
export const annotationsError = (
  annotations: Annotations,
  mayRemove: boolean,
): LedgerError | undefined => {
  for (const [key, value] of Object.entries(annotations)) {
    if (!annotationKey.test(key)) {
      return invalidArgument(
        `The annotation key "${key.slice(0, 60)}" is not of the form [prefix/]name`,
        "annotations",
        { sentence: keySentence(key) },
      );
    }
    if (value === "" && !mayRemove) {
      return invalidArgument(
        `The annotation "${key}" has an empty value; expected a non-empty one`,
        "annotations",
        { sentence: `The value of an annotation is empty for key: '${shortened(key)}'` },
      );
    }
  }
  const sizeBytes = annotationsBytes(annotations);
  return sizeBytes <= maxAnnotationsBytes
    ? undefined
    : invalidArgument(
        `The annotations take ${sizeBytes} bytes; expected at most ${maxAnnotationsBytes}`,
        "annotations",
      );
};

/** Annotations after a change: keys are set, keys with an empty value removed (ledger-api 9.2). */
export const mergedAnnotations = (held: Annotations, changes: Annotations): Annotations => {
  const merged = new Map(Object.entries(held));
  for (const [key, value] of Object.entries(changes)) {
    if (value === "") merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
};
