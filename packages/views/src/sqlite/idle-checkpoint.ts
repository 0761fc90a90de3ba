import type Database from "better-sqlite3";

/** The views count as idle when nothing was folded for this long; milliseconds. */
const defaultIdleMs = 200;

/** Copies a database's log into its file whenever there is a pause. */
export interface IdleCheckpoint {
  /** To be called after each piece of work. */
  readonly busy: () => void;
  readonly stop: () => void;
}

/**
 * Flushing the file while commands come in would hold up the flushes of the journal, for which
 * callers wait. A burst therefore only fills the log, up to the bound at which SQLite itself copies
 * it back, and the rest is done afterwards.
 *
 * @param idleMs how long a pause has to be; milliseconds
 */
export const idleCheckpoint = (
  db: () => Database.Database,
  idleMs: number = defaultIdleMs,
): IdleCheckpoint => {
  const checkpoint = (): void => {
    try {
      db().pragma("wal_checkpoint(TRUNCATE)");
    } catch {
      // the log stays as it is; what is wrong with the disk is reported by the next fold
    }
  };
  const timer = setTimeout(checkpoint, idleMs);
  return { busy: () => void timer.refresh(), stop: () => clearTimeout(timer) };
};
