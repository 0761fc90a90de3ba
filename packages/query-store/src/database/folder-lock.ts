import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { exclusiveLock } from "@tallystick/sqlite";

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
  const release = exclusiveLock(join(folder, LOCK_FILE));
  if (release !== undefined) return release;
  throw new Error(`${folder} is in use by another query store; stop that, or use another folder`);
};
