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
  db: () => Database.Database | undefined,
  idleMs: number = defaultIdleMs,
): IdleCheckpoint => {
  const checkpoint = (): void => {
    try {
      // someone reads: it is tried again
      if (isBusy(db()?.pragma("wal_checkpoint(TRUNCATE)"))) timer.refresh();
    } catch {
      // the log stays as it is; what is wrong with the disk is reported by the next fold
    }
  };
  // a log that is not copied is no reason to keep the process alive
  const timer = setTimeout(checkpoint, idleMs).unref();
  return { busy: () => void timer.refresh(), stop: () => clearTimeout(timer) };
};

const isBusy = (answer: unknown): boolean => {
  const row: unknown = Array.isArray(answer) ? answer[0] : undefined;
  return typeof row === "object" && row !== null && "busy" in row && row.busy !== 0;
};
