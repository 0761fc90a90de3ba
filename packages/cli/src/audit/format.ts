import { usageError } from "../command-error.js";

/** The forms in which audits print what they found. */
export const formats = ["text", "json", "junit"] as const;

/** One of them. */
export type Format = (typeof formats)[number];

/** One of some words in a flag. @throws {CommandError} naming all of them */
export const oneOf = <A extends string>(
  flag: string,
  all: ReadonlyArray<A>,
  found: string | undefined,
  usual: A,
): A => {
  const known = found === undefined ? usual : all.find((each) => each === found);
  if (known === undefined)
    throw usageError(`--${flag}: expected one of ${all.join(", ")}, found "${found}"`);
  return known;
};

/** The form in `--format`; text without one. */
export const formatIn = (found: string | undefined): Format =>
  oneOf("format", formats, found, "text");
