import { resultCode, resultName } from "./result-codes.js";

/** The message of both drivers for an integer of more than 53 bits, which we never write. */
const TOO_LARGE = /too large to be represented as a JavaScript number/;

/**
 * SQLite's (extended) result code of something thrown, such as `SQLITE_IOERR_FSYNC`; undefined when
 * SQLite did not throw it. A number that no program of ours writes counts as `SQLITE_CORRUPT`.
 */
export const sqliteCode = (thrown: unknown): string | undefined => {
  if (!(thrown instanceof Error)) return undefined;
  if (TOO_LARGE.test(thrown.message)) return "SQLITE_CORRUPT";
  return "errcode" in thrown && typeof thrown.errcode === "number"
    ? resultName(thrown.errcode)
    : undefined;
};

/** An error as the drivers throw it. @param code SQLite's name of it, such as `SQLITE_FULL` */
export const sqliteError = (message: string, code: string): Error => {
  const errcode = resultCode(code);
  if (errcode === undefined) throw new TypeError(`SQLite has no result code ${code}`);
  return Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", errcode });
};
