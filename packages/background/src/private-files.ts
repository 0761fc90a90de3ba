import { chmodSync, closeSync, lstatSync, openSync } from "node:fs";

/** Of a file that only the user of the process reads and writes. */
export const privateFile = 0o600;

/** Of a folder that only the user of the process enters. */
export const privateFolder = 0o700;

/** What SQLite adds to the name of a database. */
const suffixes = ["", "-wal", "-shm", "-journal"];

/** True for a link, wherever it leads, and though that be nowhere. */
export const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** The links in place of a database, or of what SQLite puts next to it. */
export const linksAt = (path: string): ReadonlyArray<string> =>
  suffixes.map((suffix) => `${path}${suffix}`).filter(isLink);

/**
 * Makes a file that only its owner can read, or takes the access of others away from one that is
 * there. Throws when it cannot be made or written.
 */
export const makePrivate = (path: string): void => {
  closeSync(openSync(path, "a", privateFile));
  try {
    chmodSync(path, privateFile);
  } catch {
    // it belongs to another user, who decides who reads it
  }
};
