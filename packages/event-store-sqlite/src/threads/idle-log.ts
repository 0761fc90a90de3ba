import type { Database } from "@tallystick/sqlite";
import type { LogCheckpointer } from "./log-checkpointer.js";

/** The journal counts as idle when nothing was written for this long; milliseconds. */
const IDLE_MS = 1_000;

/** More than this is first copied by the thread; bytes. */
const MOST_AT_ONCE_BYTES = 1024 * 1024;

/** Empties the log of a journal whenever there is a pause. */
export interface IdleLog {
  /** To be called after each write. */
  busy(): void;
  stop(): void;
}

/**
 * Copies the rest of the log into the file and truncates the log when nothing was written for a
 * while, so that the log of a burst does not stay on the disk.
 *
 * @param db the connection that writes
 * @param checkpointer copies a long log first, so that no caller waits for it
 * @param idleMs length of the pause; milliseconds
 */
export const idleLog = (
  db: Database,
  checkpointer: Pick<LogCheckpointer, "bytes" | "copy"> | undefined,
  idleMs: number = IDLE_MS,
): IdleLog => {
  const truncate = (): void => {
    if (!db.isOpen) return;
    if (checkpointer !== undefined && checkpointer.bytes() > MOST_AT_ONCE_BYTES) {
      checkpointer.copy();
      timer.refresh();
      return;
    }
    try {
      // a reader is active: tries again
      if (!truncatedAtOnce(db)) timer.refresh();
    } catch {
      // the log does not change; the next append reports an error of the disk
    }
  };
  const timer = setTimeout(truncate, idleMs).unref();
  return { busy: () => void timer.refresh(), stop: () => clearTimeout(timer) };
};

/** Does not wait for readers, which would block every call. */
const truncatedAtOnce = (db: Database): boolean => {
  const waitMs = Number(db.pragma("busy_timeout"));
  db.pragma("busy_timeout = 0");
  try {
    return !db.checkpoint("TRUNCATE").isBusy;
  } finally {
    db.pragma(`busy_timeout = ${waitMs}`);
  }
};
