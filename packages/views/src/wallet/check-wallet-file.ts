import type { Either } from "fp-ts/lib/Either.js";
import { TableDamage } from "@tallystick/tables";
import type { ViewsFileError } from "../interface/views-file-error.js";
import { checkFile } from "../sqlite/check-views-file.js";
import type { ViewsEnd } from "../sqlite/views-end.js";
import { readWalletCheckpoint } from "./wallet-checkpoint.js";
import { WalletDatabase } from "./wallet-database.js";
import { applicationId, schemaVersion } from "./wallet-schema.js";

/**
 * Reads a file of wallet views whole, whoever folds into it, and compares everything with its
 * checksums. Right: where the views end. Left: what is wrong, or why the file cannot be read.
 *
 * @param journalId hash of the first event of the journal they must have been folded from
 */
export const checkWalletFile = (
  file: string,
  journalId: string,
): Either<ViewsFileError, ViewsEnd> =>
  checkFile(file, { applicationId, version: schemaVersion }, (db) => {
    const row = readWalletCheckpoint(db);
    const { journal, offset, hash, leaves } = row;
    // one that was only made knows of no journal yet
    if (journal === "" && offset === 0 && leaves === 0) return { offset, hash };
    if (journal !== journalId)
      throw new TableDamage(`it is of the journal ${journal}, expected ${journalId}`);
    new WalletDatabase(db, row).check();
    return { offset, hash };
  });
