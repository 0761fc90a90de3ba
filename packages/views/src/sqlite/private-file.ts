import { chmodSync, closeSync, openSync } from "node:fs";

/** Only the user of the process reads and writes the views' files. */
const privateMode = 0o600;

/**
 * Makes a file that only its owner can read, or takes the access of others away from one that is
 * there. Throws when it cannot be made.
 */
export const makePrivate = (path: string): void => {
  closeSync(openSync(path, "a", privateMode));
  try {
    chmodSync(path, privateMode);
  } catch {
    // it belongs to somebody else, who decides who reads it
  }
};
