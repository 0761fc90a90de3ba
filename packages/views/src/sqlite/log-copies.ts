import { statSync } from "node:fs";
import { logCopyingThread } from "@tallystick/sqlite";
import { maxIdleLogBytes } from "@tallystick/tables";

/** Copies the log of a file that the main thread writes. */
export interface LogCopies {
  /** To be called after each write: begins to copy a long log. */
  written(): void;
  /** Resolves when what is in the log is copied, or cannot be now. */
  copied(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Copies the log in a thread: while 32 MiB of it were flushed in a commit, all callers waited for a
 * tenth of a second and more. The thread starts with the first long log, so that small files have
 * none. Where it cannot run, SQLite copies the log in a commit.
 *
 * @param file path of the database
 */
export const logCopies = (file: string): LogCopies => {
  const thread = logCopyingThread({ name: "the thread that copies the log of the wallet's views" });
  let copying: Promise<void> | undefined;
  let hasThread = false;
  const copy = (): Promise<void> => {
    hasThread = true;
    copying ??= thread.ask(file).then(() => {
      copying = undefined;
    });
    return copying;
  };
  // it is cut when it begins again, so its length is of what was written since
  const isLong = (): boolean =>
    (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > maxIdleLogBytes;
  return {
    written: () => {
      if (isLong()) void copy();
    },
    copied: async () => {
      if (hasThread || isLong()) await copy();
    },
    stop: () => thread.stop(),
  };
};
