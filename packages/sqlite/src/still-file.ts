import { existsSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { sqliteCode, sqliteError } from "./sqlite-error.js";

/** A database file that is read as one that nobody writes to. */
export interface StillFile {
  /** Its address, by which SQLite makes no files beside it and takes no locks. */
  readonly address: string;
  /** Throws `SQLITE_BUSY_SNAPSHOT` when the file was written since it was opened. */
  readonly check: () => void;
}

const isEmptyOrMissing = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;

/** SQLite may not make the index of the log, without which it reads no database with a log. */
const isForbidden = (thrown: unknown): boolean =>
  /^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCode(thrown) ?? "");

/**
 * The file of a database that could not be read, as one that nobody writes to; undefined where it
 * is another error, or where committed pages may be in files beside it: those would be left out.
 *
 * @param thrown by the first reading
 */
export const stillFile = (file: string, thrown: unknown): StillFile | undefined => {
  const before = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (before === undefined || !isForbidden(thrown)) return undefined;
  if (!isEmptyOrMissing(`${file}-wal`) || !isEmptyOrMissing(`${file}-journal`)) return undefined;
  // someone has it open, or ended without closing it
  if (existsSync(`${file}-shm`)) return undefined;
  return {
    address: `${pathToFileURL(file).href}?immutable=1`,
    check: () => {
      const now = statSync(file, { bigint: true, throwIfNoEntry: false });
      if (now?.size === before.size && now.mtimeNs === before.mtimeNs && now.ino === before.ino)
        return;
      throw sqliteError(
        "another program wrote to the file while it was read from a folder in which nothing may be written; read a copy of it",
        "SQLITE_BUSY_SNAPSHOT",
      );
    },
  };
};
