import { systemTimers, type Timers } from "@tallystick/background";
import type { Database } from "@tallystick/sqlite";
import type { LogCopies } from "./log-copies.js";

/** The views are idle when nothing was folded for this long; milliseconds. */
const defaultIdleMs = 200;

/** Copies a database's log into its file whenever there is a pause. */
export interface IdleCheckpoint {
  /** To be called after each piece of work. */
  readonly busy: () => void;
  readonly stop: () => void;
}

interface IdleParts {
  /** Length of the pause; milliseconds. */
  readonly idleMs?: number | undefined;
  /** Copy a long log first, so that the thread of the database flushes little. */
  readonly copies?: LogCopies | undefined;
  readonly timers?: Timers | undefined;
}

/**
 * Flushing the file while commands arrive would delay the flushes of the journal, which callers
 * wait for. A burst therefore only fills the log, up to the bound at which it is copied, and the
 * rest is done afterwards.
 */
export const idleCheckpoint = (
  db: () => Database | undefined,
  { idleMs = defaultIdleMs, copies, timers = systemTimers }: IdleParts = {},
): IdleCheckpoint => {
  let works = 0;
  const truncate = (): void => {
    try {
      // a reader is active: tries again
      if (db()?.checkpoint("TRUNCATE").isBusy === true) timer.refresh();
    } catch {
      // the log does not change; the next fold reports an error of the disk
    }
  };
  const checkpoint = (): void => {
    if (copies === undefined) return truncate();
    const before = works;
    void copies.copied().then(() => {
      if (before === works) truncate();
    });
  };
  // an uncopied log must not keep the process alive
  const timer = timers.after(idleMs, checkpoint).unref();
  return {
    busy: () => {
      works += 1;
      timer.refresh();
    },
    stop: () => {
      works += 1;
      timer.cancel();
    },
  };
};
