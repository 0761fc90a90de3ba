import Database from "better-sqlite3";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { checkSeed } from "@tallystick/tables";
import type { ViewsFileError } from "../interface/views-file-error.js";
import { checkpointTable } from "./checkpoint-row.js";
import { applicationId, schemaVersion, textOfThrown } from "./schema.js";
import { viewReader } from "./view-reader.js";
import type { ViewsEnd } from "./views-end.js";

/** The kind of file that a program writes. */
interface FileKind {
  /** Its `PRAGMA application_id`. */
  readonly applicationId: number;
  /** Its `PRAGMA user_version`. */
  readonly version: number;
}

/**
 * Opens a file to read it beside whoever folds into it, as it is at one moment, and checks it.
 * Left: what is wrong, or why the file cannot be read.
 *
 * @param check throws what is wrong
 */
export const checkFile = <A>(
  file: string,
  { applicationId: id, version }: FileKind,
  check: (db: Database.Database) => A,
): Either<ViewsFileError, A> => {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    const found = Number(db.pragma("user_version", { simple: true }));
    // the head of a file whose kind is not known says nothing
    if (Number(db.pragma("application_id", { simple: true })) === id && found !== version) {
      const message = `it has schema version ${found}, expected ${version}`;
      return left({ kind: "other-version", message });
    }
    db.exec("BEGIN");
    return right(check(db));
  } catch (thrown) {
    return left({ kind: "damaged", message: textOfThrown(thrown) });
  } finally {
    db?.close();
  }
};

/**
 * Reads a views file whole, whoever folds into it, and compares everything with its checksums.
 * Right: where the views end. Left: what is wrong, or why the file cannot be read.
 */
export const checkViewsFile = (file: string, journalId: string): Either<ViewsFileError, ViewsEnd> =>
  checkFile(file, { applicationId, version: schemaVersion }, (db) => {
    const seed = checkSeed(journalId);
    viewReader(db, seed).check();
    const { offset, hash } = checkpointTable(db, seed).read();
    return { offset, hash };
  });
