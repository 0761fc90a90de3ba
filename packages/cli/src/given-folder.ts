import { fileInPlaceOf } from "@tallystick/background";
import { usageError } from "./command-error.js";

/**
 * Rejects a file where a folder is read or made.
 *
 * @param name of the flag or argument
 * @param folder undefined where none was given
 * @param expected what the folder is for
 * @throws {CommandError} which names the file
 */
export const expectNoFile = (name: string, folder: string | undefined, expected: string): void => {
  if (folder === undefined) return;
  if (folder === "") throw usageError(`${name}: expected ${expected}, found an empty name`);
  const file = fileInPlaceOf(folder);
  if (file !== undefined) throw usageError(`${name}: expected ${expected}; ${file} is a file`);
};
