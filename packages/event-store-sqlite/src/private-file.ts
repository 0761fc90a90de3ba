import { accessSync, chmodSync, closeSync, constants, openSync } from "node:fs";

/** Only the user of the process reads and writes the journal's files. */
export const PRIVATE_MODE = 0o600;

/**
 * Makes a file that only its owner can read, or takes the access of others away from one that is
 * there. Throws when it cannot be made or written.
 */
export const makePrivate = (path: string): void => {
  closeSync(openSync(path, "a", PRIVATE_MODE));
  accessSync(path, constants.W_OK);
  try {
    chmodSync(path, PRIVATE_MODE);
  } catch {
    // It belongs to somebody else, who decides who reads it.
  }
};
