import { type CheckedFileError, checkSeed, checkTableFile, type FileEnd } from "@tallystick/tables";
import type { Either } from "fp-ts/lib/Either.js";
import { viewReader } from "./view-reader.js";
import { viewsKind } from "./views-kind.js";

/** Checks a file of the ledger's views, see `checkTableFile`. */
export const checkViewsFile = (
  file: string,
  journalId: string,
): Either<CheckedFileError, FileEnd> =>
  checkTableFile(file, viewsKind, journalId, (db) => viewReader(db, checkSeed(journalId)).check());
