import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Database, sqliteCode } from "@tallystick/sqlite";

/** In the folder of an embedded Postgres; its first process holds it. */
const LOCK_FILE = "tallystick.lock";

/**
 * Takes the folder of an embedded Postgres for this process: two that have its files at the same
 * time would destroy them. The operating system gives it back when the process dies.
 *
 * @returns what gives it back
 * @throws {Error} another process has it, or the folder cannot be made or written
 */
export const lockFolder = (folder: string): (() => void) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new Database(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (thrown) {
    lock.close();
    if (sqliteCode(thrown)?.startsWith("SQLITE_BUSY") !== true) throw thrown;
    throw new Error(`${folder} is in use by another query store; stop that, or use another folder`);
  }
  return () => lock.close();
};
