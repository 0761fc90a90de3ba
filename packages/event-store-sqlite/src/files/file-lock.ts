import { statSync } from "node:fs";
import type { StoreError } from "@tallystick/event-store";
import { exclusiveLock } from "@tallystick/sqlite";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { makeJournalFile } from "./journal-file.js";
import { errorOf, WHOLE_FILE } from "./sqlite-error.js";

/** The right to be the only writer of a file, until it is released or the process ends. */
export interface FileLock {
  /** False when the lock's file was removed or replaced: then others can take it too. */
  isHeld(): boolean;
  release(): void;
}

/** How long a check of the lock's file is valid; milliseconds. */
const LOOK_MS = 50;

const fileAt = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
};

/**
 * Takes the lock of a journal file: an exclusive SQLite transaction on an empty second file,
 * `<file>.lock`. The operating system releases it when the process dies; other processes can still
 * read the journal.
 *
 * @param holder describes who has the lock, for the message; called only when it is taken
 * @returns `in-use` when another store, in this process or another, has the file open
 */
export const lockFile = (file: string, holder: () => string): Either<StoreError, FileLock> => {
  const path = `${file}.lock`;
  try {
    // SQLite takes no lock on a file it cannot write, and reports no error.
    makeJournalFile(path);
    const release = exclusiveLock(path);
    if (release !== undefined) return right(heldLock(release, path));
    return left({ kind: "in-use", reason: `${file} is in use by ${holder()}; stop it first` });
  } catch (error) {
    return left(errorOf(error, WHOLE_FILE, "known"));
  }
};

const heldLock = (release: () => void, path: string): FileLock => {
  const taken = fileAt(path);
  let lookedMs = performance.now();
  let isHeld = true;
  return {
    isHeld: () => {
      const nowMs = performance.now();
      if (nowMs - lookedMs < LOOK_MS) return isHeld;
      lookedMs = nowMs;
      isHeld = fileAt(path) === taken;
      return isHeld;
    },
    release,
  };
};

export const lockLost = (file: string): StoreError => ({
  kind: "in-use",
  reason: `${file}.lock was removed or replaced, so that another process may write; restart`,
});
