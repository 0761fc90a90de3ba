import { systemTimers, type Timers } from "@tallystick/background";
import type { Database } from "@tallystick/sqlite";

/** The views are idle when nothing was folded for this long; milliseconds. */
const defaultIdleMs = 200;

/** Copies a database's log into its file whenever there is a pause. */
export interface IdleCheckpoint {
  /** To be called after each piece of work. */
  readonly busy: () => void;
  readonly stop: () => void;
}

/**
 * Flushing the file while commands arrive would delay the flushes of the journal, which callers
 * wait for. A burst therefore only fills the log, up to the bound at which SQLite copies it, and
 * the rest is done afterwards.
 *
 * @param idleMs length of the pause; milliseconds
 */
export const idleCheckpoint = (
  db: () => Database | undefined,
  idleMs: number = defaultIdleMs,
  timers: Timers = systemTimers,
): IdleCheckpoint => {
  const checkpoint = (): void => {
    try {
      // a reader is active: tries again
      if (db()?.checkpoint("TRUNCATE").isBusy === true) timer.refresh();
    } catch {
      // the log does not change; the next fold reports an error of the disk
    }
  };
  // an uncopied log must not keep the process alive
  const timer = timers.after(idleMs, checkpoint).unref();
  return { busy: () => timer.refresh(), stop: () => timer.cancel() };
};
