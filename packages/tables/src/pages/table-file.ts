import { existsSync, rmSync, writeFileSync } from "node:fs";
import { privateFile } from "@tallystick/background";
import { Database } from "@tallystick/sqlite";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { blockTable } from "./block-rows.js";
import { makeCacheFile } from "./cache-file.js";
import { type Checkpoint, checkpointReader, checkpointWriter } from "./checkpoint.js";
import { isDamage, textOfThrown } from "./file-errors.js";

/** A kind of database file, and what is in it besides blocks, names and a checkpoint. */
export interface FileKind<C extends Checkpoint> {
  /** Its `PRAGMA application_id`: any other database at the path is not touched. */
  readonly applicationId: number;
  /** Its `PRAGMA user_version`: a file of another version is deleted and rebuilt. */
  readonly version: number;
  /** SQL that makes its other tables; default none. */
  readonly tables?: string;
  /** The checkpoint of an empty file of a journal. */
  readonly empty: (journal: string) => C;
  readonly pageCacheKiB: number;
  /** Pages of the log after which SQLite copies them into the file. */
  readonly copyBackPages: number;
}

/** A block fits into one page. */
const pageBytes = 8_192;
/** The log is truncated to this when it begins again after it was copied; bytes. */
export const maxIdleLogBytes = 8 * 1024 * 1024;
const busyTimeoutMs = 5_000;

/**
 * - `block`: lists and sorted maps, see `BlockRows`.
 * - `name`: parties and templates, numbered from 1, see `Names`.
 * - `checkpoint`: how far the journal is folded, see `Checkpoint`; JSON with a CRC-32.
 */
const commonTables = `
  ${blockTable}
  CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    text TEXT NOT NULL,
    check_sum INTEGER NOT NULL
  ) STRICT;
`;

/** The file cannot be opened, or belongs to another program. */
interface TableFileError {
  readonly kind: "file";
  readonly message: string;
}

/** A file open for folding. */
export interface TableFile<C extends Checkpoint> {
  readonly db: Database;
  readonly checkpoint: C;
  /** Why an earlier file was deleted, if it was. */
  readonly rebuiltBecause: string | undefined;
}

/** The database at the path belongs to another program. */
class OtherProgram extends Error {}

/** The file at the path must be deleted. */
class Outdated extends Error {}

const damageMark = (file: string): string => `${file}.damaged`;

/**
 * Records that the file is damaged, so that the next opening rebuilds it even when this process
 * cannot.
 */
export const markDamaged = (file: string, reason: string): void => {
  if (file === ":memory:") return;
  try {
    writeFileSync(damageMark(file), reason, { mode: privateFile });
  } catch {
    // the damage will be found again
  }
};

/** Removes a file of tables with SQLite's and our files next to it. */
export const removeTableFile = (file: string): void => {
  for (const path of [file, `${file}-wal`, `${file}-shm`, damageMark(file)])
    rmSync(path, { force: true });
};

const numberPragma = (db: Database, name: string): number => Number(db.pragma(name));

/**
 * True for a new file, also when its creation was interrupted after its head was written. Throws
 * SQLite's error for a file that is not a database.
 */
const hasNoTables = (db: Database, applicationId: number): boolean =>
  numberPragma(db, "application_id") !== applicationId &&
  db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;

const hasOurTables = (db: Database): boolean =>
  db.prepare("SELECT 1 FROM pragma_table_info('checkpoint') WHERE name = 'check_sum'").get() !==
  undefined;

const createTables = <C extends Checkpoint>(
  db: Database,
  { tables = "", applicationId, version, empty }: FileKind<C>,
  journal: string,
): void => {
  db.transaction(() => {
    db.exec(commonTables + tables);
    checkpointWriter(db)(empty(journal));
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${version}`);
  });
};

const tune = <C extends Checkpoint>(db: Database, kind: FileKind<C>): void => {
  db.pragma("journal_mode = WAL");
  // a lost tail is folded again from the journal, so batches are not flushed
  db.pragma("synchronous = NORMAL");
  db.pragma(`cache_size = -${kind.pageCacheKiB}`);
  db.pragma(`wal_autocheckpoint = ${kind.copyBackPages}`);
  db.pragma(`journal_size_limit = ${maxIdleLogBytes}`);
  db.pragma(`busy_timeout = ${busyTimeoutMs}`);
};

const prepare = <C extends Checkpoint>(
  db: Database,
  file: string,
  kind: FileKind<C>,
  journal: string | undefined,
): C => {
  const isEmpty = hasNoTables(db, kind.applicationId);
  if (existsSync(damageMark(file)))
    throw new Outdated("the file was found damaged in an earlier run");
  if (!isEmpty && numberPragma(db, "application_id") !== kind.applicationId) {
    if (hasOurTables(db)) throw new Outdated("the header of the file is damaged");
    throw new OtherProgram(`${file} is a database of another program`);
  }
  const version = numberPragma(db, "user_version");
  if (!isEmpty && version !== kind.version)
    throw new Outdated(`the file has schema version ${version}, expected ${kind.version}`);
  // only takes effect in a file without tables
  if (isEmpty) db.pragma(`page_size = ${pageBytes}`);
  tune(db, kind);
  if (isEmpty) createTables(db, kind, journal ?? "");
  const checkpoint = checkpointReader(db, kind.empty(""))();
  if (journal !== undefined && checkpoint.journal !== journal) {
    throw new Outdated(
      `the file belongs to the journal ${checkpoint.journal}, expected ${journal}`,
    );
  }
  return checkpoint;
};

const openOnce = <C extends Checkpoint>(
  file: string,
  kind: FileKind<C>,
  journal: string | undefined,
): Omit<TableFile<C>, "rebuiltBecause"> => {
  if (file !== ":memory:") makeCacheFile(file);
  const db = new Database(file);
  try {
    return { db, checkpoint: prepare(db, file, kind, journal) };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
};

const cannotOpen = (file: string, thrown: unknown): Either<TableFileError, never> => {
  const message = textOfThrown(thrown);
  const isOther = thrown instanceof OtherProgram;
  return left({
    kind: "file",
    message: isOther ? message : `${file} cannot be opened: ${message}`,
  });
};

/**
 * Opens a file of tables for writing, or ":memory:". One that is damaged, of another version or of
 * another journal is deleted and created again. Left `file` when it cannot be opened or is another
 * program's.
 *
 * @param journal hash of the journal's first event; left out where the caller checks it
 */
export const openTableFile = <C extends Checkpoint>(
  file: string,
  kind: FileKind<C>,
  journal?: string,
): Either<TableFileError, TableFile<C>> => {
  try {
    return right({ ...openOnce(file, kind, journal), rebuiltBecause: undefined });
  } catch (thrown) {
    if (thrown instanceof Outdated) return openEmptyTableFile(file, kind, thrown.message, journal);
    return isDamage(thrown)
      ? openEmptyTableFile(file, kind, `the file is unreadable (${textOfThrown(thrown)})`, journal)
      : cannotOpen(file, thrown);
  }
};

/** Deletes the file at the path and creates it again. Left `file` when that fails. */
export const openEmptyTableFile = <C extends Checkpoint>(
  file: string,
  kind: FileKind<C>,
  rebuiltBecause: string | undefined,
  journal?: string,
): Either<TableFileError, TableFile<C>> => {
  try {
    removeTableFile(file);
    return right({ ...openOnce(file, kind, journal), rebuiltBecause });
  } catch (thrown) {
    return cannotOpen(file, thrown);
  }
};
