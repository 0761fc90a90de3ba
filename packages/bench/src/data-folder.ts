import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The journal inside a ledger's data folder. */
export const journalFile = (dataFolder: string): string => join(dataFolder, "journal.db");

/** Removes every snapshot of a data folder; the ledger then starts by replaying its journal. */
export const removeSnapshots = (dataFolder: string): void => {
  for (const name of readdirSync(dataFolder)) {
    if (name.startsWith("snapshot")) rmSync(join(dataFolder, name), { recursive: true });
  }
};
