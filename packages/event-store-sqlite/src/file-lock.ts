import type { StoreError } from "@tallystick/event-store";
import Database from "better-sqlite3";
import * as E from "fp-ts/lib/Either.js";
import { errorOf, sqliteCode, WHOLE_FILE } from "./sqlite-error.js";

/**
 * The right to be the only writer of a file, until released or until the process ends in whatever
 * way.
 */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock of a journal file: an exclusive SQLite transaction on an empty second file,
 * `<file>.lock`. The operating system gives it back when the process dies, and the journal itself
 * stays open to readers in other processes.
 *
 * @param holder describes who has the lock, for the message; asked only when it is taken
 * @returns `in-use` when another store, in this process or another, has the file open
 */
export const lockFile = (file: string, holder: () => string): E.Either<StoreError, FileLock> => {
  let db: Database.Database | undefined;
  try {
    db = new Database(`${file}.lock`, { timeout: 0 });
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db?.close();
    if (sqliteCode(error)?.startsWith("SQLITE_BUSY") !== true)
      return E.left(errorOf(error, WHOLE_FILE, "known"));
    return E.left({
      kind: "in-use",
      reason: `${file} is in use by ${holder()}; stop that one first`,
    });
  }
  const held = db;
  return E.right({ release: () => held.close() });
};
