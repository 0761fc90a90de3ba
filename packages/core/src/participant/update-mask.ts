import { int64Max } from "../values/int64.js";
import { invalidField } from "../errors/ledger-error-build.js";
import { shortened } from "../values/text-sentence.js";
import type { LedgerError } from "../errors/ledger-error.js";

/** An error of an update mask: our text, and the public node's. */
interface MaskError {
  readonly reason: string;
  readonly sentence: string;
}

/**
 * What is wrong with an update mask (ledger-api 3.4): it is empty, or names a path twice or one
 * that is not known.
 *
 * @param known the paths there are, in snake_case
 */
export const maskError = (
  mask: ReadonlyArray<string>,
  known: ReadonlyArray<string>,
): MaskError | undefined => {
  const expected = `expected some of ${known.join(", ")}`;
  if (mask.length === 0) {
    return {
      reason: `the update mask is empty; ${expected}`,
      sentence: "The update mask contains no entries",
    };
  }
  const seen = new Set<string>();
  for (const path of mask) {
    if (!known.includes(path)) {
      return {
        reason: `the update mask names "${path.slice(0, 60)}"; ${expected}`,
        sentence: `The update path: '${shortened(path)}' points to an unknown field.`,
      };
    }
    if (seen.has(path)) {
      return {
        reason: `the update mask names "${path}" twice`,
        sentence: `The update path: '${shortened(path)}' is duplicated.`,
      };
    }
    seen.add(path);
  }
  return undefined;
};

/** INVALID_FIELD for a resource version that is neither empty nor an integer (ledger-api 3.4). */
export const resourceVersionError = (text: string): LedgerError | undefined =>
  text === "" || isInteger(text)
    ? undefined
    : invalidField(
        "resource_version",
        `found "${text.slice(0, 40)}", expected an integer or the empty text`,
        { sentence: "Invalid resource version number" },
      );

/** True when a change is based on another version than the current one. */
export const isStale = (text: string, current: number): boolean =>
  text !== "" && BigInt(text) !== BigInt(current);

const isInteger = (text: string): boolean => {
  if (!/^-?[0-9]{1,19}$/.test(text)) return false;
  const value = BigInt(text);
  return value <= int64Max && value >= -int64Max - 1n;
};
