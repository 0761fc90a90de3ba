import { chmodSync, closeSync, existsSync, lstatSync, openSync } from "node:fs";
import { readOnlyReason } from "./writable-files.js";

/** Only the user of the process reads and writes the journal's files. */
export const PRIVATE_MODE = 0o600;

/** What SQLite adds to the name of a database. */
const SUFFIXES = ["", "-wal", "-shm", "-journal"];

/** True for a link, wherever it leads, and though that be nowhere. */
export const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/**
 * Makes a file that only its owner can read, or takes the access of others away from one that is
 * there. Throws when it cannot be made or written, and for a link, which may point anywhere.
 */
export const makePrivate = (path: string): void => {
  for (const end of SUFFIXES)
    if (isLink(`${path}${end}`)) throw new Error(`${path}${end} is a link; expected a file`);
  const reason = existsSync(path) ? readOnlyReason(path) : undefined;
  if (reason !== undefined) throw new Error(reason);
  closeSync(openSync(path, "a", PRIVATE_MODE));
  try {
    chmodSync(path, PRIVATE_MODE);
  } catch {
    // It belongs to another user, who decides who reads it.
  }
};
