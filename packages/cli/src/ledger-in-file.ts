import { resolve } from "node:path";
import type { FileSettings } from "./settings-codec.js";
import { embeddedFolder } from "./store-address.js";

/** The file's settings of the ledger, whose folders are found from the folder of the file. */
export const ledgerInFile = (
  ledger: NonNullable<FileSettings["ledger"]>,
  folder: string,
): NonNullable<FileSettings["ledger"]> => {
  const { journal, snapshotFolder } = ledger;
  const place = journal === undefined ? undefined : embeddedFolder(journal);
  return {
    ...ledger,
    ...(place === undefined ? {} : { journal: `sqlite:${resolve(folder, place)}` }),
    ...(snapshotFolder === undefined || snapshotFolder === ""
      ? {}
      : { snapshotFolder: resolve(folder, snapshotFolder) }),
  };
};
