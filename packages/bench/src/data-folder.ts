import { renameSync } from "node:fs";
import { join } from "node:path";

/** The journal inside a ledger's data folder. */
export const journalFile = (dataFolder: string): string => join(dataFolder, "journal.db");

/**
 * Takes the snapshot out of a data folder; the ledger then starts by replaying its journal.
 * @returns puts it back
 */
export const setAsideSnapshot = (dataFolder: string): (() => void) => {
  const snapshot = join(dataFolder, "snapshot");
  const aside = `${dataFolder}-snapshot`;
  renameSync(snapshot, aside);
  return () => renameSync(aside, snapshot);
};
