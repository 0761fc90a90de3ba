import { exclusiveLock } from "@tallystick/sqlite";
import { makeCacheFile } from "@tallystick/tables";

/** The exclusive lock of a views file, until it is released or the process ends. */
export interface ViewsLock {
  release(): void;
}

const noLock: ViewsLock = { release: () => undefined };

/**
 * Takes the lock of a views file, an exclusive transaction on `<file>.lock`; undefined when another
 * ledger folds into the file. Throws what SQLite throws.
 */
export const lockViews = (file: string): ViewsLock | undefined => {
  if (file === ":memory:") return noLock;
  makeCacheFile(`${file}.lock`);
  const release = exclusiveLock(`${file}.lock`);
  return release === undefined ? undefined : { release };
};
