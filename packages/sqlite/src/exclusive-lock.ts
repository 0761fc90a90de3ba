import { Database } from "./database.js";
import { sqliteCode } from "./sqlite-error.js";

/**
 * Takes a file for this process: an exclusive transaction on it, which the operating system ends
 * when the process dies. Throws what SQLite throws; on a file that cannot be written SQLite takes
 * no lock, and reports no error.
 *
 * @param file an empty file of its own, made if missing
 * @returns what gives it back; undefined when it is taken, in this process or another
 */
export const exclusiveLock = (file: string): (() => void) | undefined => {
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec("BEGIN EXCLUSIVE");
    return () => db.close();
  } catch (thrown) {
    db.close();
    if (sqliteCode(thrown)?.startsWith("SQLITE_BUSY") === true) return undefined;
    throw thrown;
  }
};
