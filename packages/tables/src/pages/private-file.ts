import { chmodSync, closeSync, lstatSync, openSync, rmSync } from "node:fs";

/** Only the user of the process reads and writes the views' files. */
const privateMode = 0o600;

/** What SQLite puts next to a database. */
const besides = ["", "-wal", "-shm", "-journal"];

/** Views are a cache: a link in place of a file is removed, and not what it leads to. */
const removeLinks = (path: string): void => {
  for (const end of besides) {
    const found = lstatSync(`${path}${end}`, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) rmSync(`${path}${end}`);
  }
};

/**
 * Makes a file that only its owner can read, or takes the access of others away from one that is
 * there. Links are not followed. Throws when it cannot be made.
 */
export const makePrivate = (path: string): void => {
  removeLinks(path);
  closeSync(openSync(path, "a", privateMode));
  try {
    chmodSync(path, privateMode);
  } catch {
    // it belongs to someone else, who decides who reads it
  }
};
