import Database from "better-sqlite3";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { TableDamage } from "../table-damage.js";
import { type Checkpoint, checkpointReader } from "./checkpoint.js";
import { textOfThrown } from "./file-errors.js";
import type { FileKind } from "./table-file.js";

/** What is wrong with a file of tables that was read to be checked. */
export interface CheckedFileError {
  /**
   * `other-version`: it is whole for all that is known, but another version of the program made it.
   */
  readonly kind: "damaged" | "other-version";
  /** What was found and, for another version, what was expected. */
  readonly message: string;
}

/** How far a journal is folded into a file. */
export interface FileEnd {
  readonly offset: number;
  /** Chain hash of the event at that offset, when the journal gave it. */
  readonly hash: string;
}

/**
 * Reads a file of tables while others may fold into it, as it is at one moment, and checks it.
 * Right: how far it is folded. Left: what is wrong, or why the file cannot be read.
 *
 * @param journal hash of the first event of the journal it must have been folded from
 * @param check throws what is wrong
 */
export const checkTableFile = <C extends Checkpoint>(
  file: string,
  kind: FileKind<C>,
  journal: string,
  check: (db: Database.Database, checkpoint: C) => void,
): Either<CheckedFileError, FileEnd> => {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    const found = Number(db.pragma("user_version", { simple: true }));
    const isOurs = Number(db.pragma("application_id", { simple: true })) === kind.applicationId;
    // the head of a file whose kind is not known says nothing
    if (isOurs && found !== kind.version) {
      const message = `it has schema version ${found}, expected ${kind.version}`;
      return left({ kind: "other-version", message });
    }
    db.exec("BEGIN");
    const checkpoint = checkpointReader(db, kind.empty(""))();
    const { journal: of, offset, hash } = checkpoint;
    // one that was only made knows of no journal yet
    const isNew = of === "" && offset === 0;
    if (!isNew && of !== journal)
      throw new TableDamage(`it is of the journal ${of}, expected ${journal}`);
    if (!isNew) check(db, checkpoint);
    return right({ offset, hash });
  } catch (thrown) {
    return left({ kind: "damaged", message: textOfThrown(thrown) });
  } finally {
    db?.close();
  }
};

/**
 * How far a file is folded, without opening it for folding; undefined when there is none, or it is
 * damaged or of another journal.
 */
export const tableFileEnd = <C extends Checkpoint>(
  file: string,
  kind: FileKind<C>,
  journal: string,
): FileEnd | undefined => {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    const { journal: of, offset, hash } = checkpointReader(db, kind.empty(""))();
    return of === journal ? { offset, hash } : undefined;
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
};
