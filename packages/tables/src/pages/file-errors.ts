import { sqliteCode } from "@tallystick/sqlite";
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
export const isDamage = (thrown: unknown): boolean => {
  if (thrown instanceof TableDamage || thrown instanceof SyntaxError) return true;
  const code = sqliteCode(thrown);
  return code !== undefined && !passing.some((each) => code.startsWith(`SQLITE_${each}`));
};
