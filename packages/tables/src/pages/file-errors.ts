import Database from "better-sqlite3";
import { TableDamage } from "../table-damage.js";

/** Text of something thrown. */
export const textOfThrown = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/**
 * Result codes of a full disk, of unreachable files, and of locks: the file itself may be intact.
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

/** True for an error that means damage, after which the tables must be rebuilt from the journal. */
export const isDamage = (thrown: unknown): boolean =>
  thrown instanceof TableDamage ||
  thrown instanceof SyntaxError ||
  (thrown instanceof Database.SqliteError &&
    !passing.some((code) => thrown.code.startsWith(`SQLITE_${code}`)));
