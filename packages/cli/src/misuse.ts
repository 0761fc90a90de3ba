import { type CommandError, messageOf, usageError } from "./command-error.js";

/** Words that differ in more letters than this part of their length are not alike. */
const alikePart = 3;

/** Longest word that is compared. */
const maxCompared = 40;

/** How many letters differ, are missing or too many; two swapped ones count as one. */
const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = row > 1 && a[row - 2] === b[column - 1] && a[row - 1] === b[column - 2];
      next.push(isSwapped ? Math.min(least, (before[column - 2] ?? least) + 1) : least);
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
};

/** The known word that is most like the one that was typed; undefined when none is. */
const nearestTo = (word: string, known: Iterable<string>): string | undefined => {
  if (word.length > maxCompared) return undefined;
  let best: { readonly word: string; readonly far: number } | undefined;
  for (const each of known) {
    const far = distance(word, each);
    const most = Math.ceil(Math.max(word.length, each.length) / alikePart);
    if (far <= most && far < (best?.far ?? Infinity)) best = { word: each, far };
  }
  return best?.word;
};

/** What follows a word that is not known: the one that was meant, or where all are listed. */
const suggestion = (near: string | undefined, program: string): string =>
  near === undefined ? `"${program} --help" lists what there is` : `did you mean ${near}?`;

/** A word without a flag as it was typed, unless it may be an address with a password. */
export const wordText = (word: string): string =>
  /^[\w.-]{1,40}$/.test(word) ? word : "that is no word";

/** The error of a command that does not exist. */
export const unknownCommand = (
  typed: string,
  known: Iterable<string>,
  program = "tallystick",
): CommandError =>
  usageError(`unknown command ${wordText(typed)}; ${suggestion(nearestTo(typed, known), program)}`);

/** The form of what `parseArgs` says of a flag. */
const unknownFlag = /^Unknown option '-{1,2}([\w-]{1,80})'/;
const wordForm = /^Unexpected argument '/;

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
  const typed = unknownFlag.exec(line)?.[1];
  if (typed === undefined) {
    const text = wordForm.test(line) ? "unexpected argument" : line;
    return usageError(`${text}; "${program} --help" lists what there is`);
  }
  const near = nearestTo(typed, flags);
  const meant = near === undefined ? undefined : `--${near}`;
  return usageError(`unknown flag --${typed}; ${suggestion(meant, program)}`);
};
