import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Contracts of one page: what a caller gets who does not say. */
export const contractsPerPage = 2000;

/** The database of the views inside a ledger's data folder. */
export const viewsFile = (dataFolder: string): string => {
  const name = readdirSync(dataFolder).find((each) => /^views-.*\.db$/.test(each));
  if (name === undefined) throw new Error(`no views in ${dataFolder}`);
  return join(dataFolder, name);
};
