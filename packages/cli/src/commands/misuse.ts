import { messageOf } from "@tallystick/background";
import { nearestName } from "@tallystick/core/nearest-name";
import { type CommandError, usageError } from "../command-error.js";

/** What follows a word that is not known: the one that was meant, or where all are listed. */
const suggestion = (near: string | undefined, program: string): string =>
  near === undefined ? `see "${program} --help"` : `did you mean ${near}?`;

/** A word without a flag as it was typed, unless it may be an address with a password. */
export const wordText = (word: string): string =>
  /^[\w.-]{1,40}$/.test(word) ? word : "(not shown)";

/** The error of a command that does not exist. */
export const unknownCommand = (
  typed: string,
  known: Iterable<string>,
  program = "tallystick",
): CommandError =>
  usageError(
    `unknown command ${wordText(typed)}; ${suggestion(nearestName(typed, known), program)}`,
  );

/** The form of what `parseArgs` says of a flag. */
const unknownFlag = /^Unknown option '(-{1,2})([\w-]{1,80})'/;
const wordForm = /^Unexpected argument '/;
const missingValue = /^Option '.*--([\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/;

/**
 * The error of flags that cannot be read, in one line.
 *
 * @param thrown what `parseArgs` threw
 * @param flags the names of the flags that may be given
 */
export const flagError = (
  thrown: unknown,
  flags: Iterable<string>,
  program = "tallystick",
): CommandError => {
  const [line = ""] = messageOf(thrown).split("\n");
  const [, dashes = "", typed] = unknownFlag.exec(line) ?? [];
  if (typed === undefined) {
    const flag = missingValue.exec(line)?.[1];
    if (flag !== undefined) {
      return usageError(
        `--${flag}: expected a value; write --${flag}=VALUE if the value begins with "-"`,
      );
    }
    const text = wordForm.test(line) ? "unexpected argument" : line;
    return usageError(`${text}; see "${program} --help"`);
  }
  if (/^\d/.test(typed)) {
    return usageError(
      `unknown flag ${dashes}${typed}; an argument that begins with "-" goes after " -- "`,
    );
  }
  const near = nearestName(typed, flags);
  const meant = near === undefined ? undefined : `--${near}`;
  return usageError(`unknown flag ${dashes}${typed}; ${suggestion(meant, program)}`);
};
