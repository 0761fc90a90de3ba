import {
  fieldNameOf,
  isPackageVersion,
  type LedgerError,
  type PackageReference,
  textSentence,
} from "@tallystick/core";
import { deserializationFailure } from "../rules/deserialization-failure.js";

const maxShownLength = 200;

const versionSentence = (version: string): string | undefined =>
  isPackageVersion(version)
    ? undefined
    : `Invalid package version string: \`${version}\`. Package versions are non-negative integers separated by dots.`;

const sentences: ReadonlyArray<
  readonly [part: keyof PackageReference, sentenceOf: (text: string) => string | undefined]
> = [
  ["packageId", (text) => textSentence("Package ID", text)],
  ["packageName", (text) => textSentence("Package Name", text)],
  ["packageVersion", versionSentence],
];

/** The parts that may be given together: of id, name and version, in that order. */
const combinations = ["100", "010", "011", "111"];

const referenceError = (reference: PackageReference, at: string): LedgerError | undefined => {
  for (const [part, sentenceOf] of sentences) {
    const text = reference[part].slice(0, maxShownLength);
    const sentence = text === "" ? undefined : sentenceOf(text);
    if (sentence !== undefined)
      return deserializationFailure(`${at}.${part}`, fieldNameOf(part), sentence);
  }
  const given = sentences.map(([part]) => (reference[part] === "" ? "0" : "1")).join("");
  return combinations.includes(given)
    ? undefined
    : deserializationFailure(
        at,
        "package_name",
        "expected an id, a name, a name and a version, or all three",
      );
};

/** The error for the first reference with a malformed part, or with parts that name nothing. */
export const referencesError = (
  references: ReadonlyArray<PackageReference>,
  at: string,
): LedgerError | undefined => {
  for (const [index, reference] of references.entries()) {
    const error = referenceError(reference, `${at}[${index}]`);
    if (error !== undefined) return error;
  }
  return undefined;
};
