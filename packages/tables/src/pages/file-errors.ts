import Database from "better-sqlite3";
import { TableDamage } from "../table-damage.js";

/** Text of something thrown. */
export const textOfThrown = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/**
 * Result codes of a full disk, of files that cannot be reached, and of other users: the file itself
 * may be whole.
 */
const passing = [
  "FULL",
  "IOERR",
  "BUSY",
  "LOCKED",
  "CANTOPEN",
  "PERM",
  "AUTH",
  "NOMEM",
  "READONLY",
];

/**
 * True for an error that says that what is in the file is not what was written, so that its tables
 * must be made from the journal again.
 */
export const isDamage = (thrown: unknown): boolean =>
  thrown instanceof TableDamage ||
  thrown instanceof SyntaxError ||
  (thrown instanceof Database.SqliteError &&
    !passing.some((code) => thrown.code.startsWith(`SQLITE_${code}`)));
