import { Database } from "@tallystick/sqlite";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { TableDamage } from "../table-damage.js";
import { type Checkpoint, checkpointReader } from "./checkpoint.js";
import { textOfThrown } from "./file-errors.js";
import type { FileKind } from "./table-file.js";

/** The error of a checked file of tables. */
export interface CheckedFileError {
  /** `other-version`: another version of the program made it; it may be intact. */
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
 * Checks a snapshot of a file of tables, also while it is folded into. Right: how far it is folded.
 * Left: what is wrong, or why the file cannot be read.
 *
 * @param journal hash of the first event of the journal it must have been folded from
 * @param check throws the error
 */
export const checkTableFile = <C extends Checkpoint>(
  file: string,
  kind: FileKind<C>,
  journal: string,
  check: (db: Database, checkpoint: C) => void,
): Either<CheckedFileError, FileEnd> => {
  let db: Database | undefined;
  try {
    db = new Database(file, { readOnly: true, fileMustExist: true });
    const found = Number(db.pragma("user_version"));
    const isOurs = Number(db.pragma("application_id")) === kind.applicationId;
    // a version is known only of files of the known kind
    if (isOurs && found !== kind.version) {
      const message = `it has schema version ${found}, expected ${kind.version}`;
      return left({ kind: "other-version", message });
    }
    db.exec("BEGIN");
    const checkpoint = checkpointReader(db, kind.empty(""))();
    const { journal: of, offset, hash } = checkpoint;
    // a new one has no journal yet
    const isNew = of === "" && offset === 0;
    if (!isNew && of !== journal)
      throw new TableDamage(`it belongs to the journal ${of}, expected ${journal}`);
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
  let db: Database | undefined;
  try {
    db = new Database(file, { readOnly: true, fileMustExist: true });
    const { journal: of, offset, hash } = checkpointReader(db, kind.empty(""))();
    return of === journal ? { offset, hash } : undefined;
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
};
