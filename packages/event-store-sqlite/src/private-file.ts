import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { readOnlyReason } from "./writable-files.js";

/** Only the user of the process reads and writes the journal's files. */
export const PRIVATE_MODE = 0o600;

/**
 * Makes a file that only its owner can read, or takes the access of others away from one that is
 * there. Throws when it cannot be made or written.
 */
export const makePrivate = (path: string): void => {
  const reason = existsSync(path) ? readOnlyReason(path) : undefined;
  if (reason !== undefined) throw new Error(reason);
  closeSync(openSync(path, "a", PRIVATE_MODE));
  try {
    chmodSync(path, PRIVATE_MODE);
  } catch {
    // It belongs to somebody else, who decides who reads it.
  }
};
