import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The journal inside a ledger's data folder. */
export const journalFile = (dataFolder: string): string => join(dataFolder, "journal.db");

/** A snapshot that was taken out of its data folder. */
export interface SnapshotAside {
  /** Removes the snapshot that a start has made meanwhile. */
  readonly removeNew: () => void;
  /** Puts the snapshot back. */
  readonly restore: () => void;
}

/** Takes the snapshot out of a data folder; the ledger then starts by replaying its journal. */
export const setAsideSnapshot = (dataFolder: string): SnapshotAside => {
  const snapshot = join(dataFolder, "snapshot");
  const aside = `${dataFolder}-snapshot`;
  renameSync(snapshot, aside);
  const removeNew = (): void => rmSync(snapshot, { recursive: true, force: true });
  return {
    removeNew,
    restore: () => {
      removeNew();
      renameSync(aside, snapshot);
    },
  };
};
