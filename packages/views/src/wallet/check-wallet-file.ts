import { type CheckedFileError, checkTableFile, type FileEnd } from "@tallystick/tables";
import type { Either } from "fp-ts/lib/Either.js";
import { WalletDatabase } from "./wallet-database.js";
import { walletKind } from "./wallet-kind.js";

/** Checks a file of wallet views, see `checkTableFile`. */
export const checkWalletFile = (
  file: string,
  journalId: string,
): Either<CheckedFileError, FileEnd> =>
  checkTableFile(file, walletKind, journalId, (db, row) => new WalletDatabase(db, row).check());
