import { existsSync, rmSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { TableDamage, makePrivate } from "@tallystick/tables";
import type { ViewsError } from "../interface/views.js";
import { checkpointTable, emptyCheckpoint } from "./checkpoint-row.js";

/** Version of the tables; a file of another version is thrown away and built anew. */
export const schemaVersion = 3;

/**
 * `PRAGMA application_id` of a views file ("TSvw"): any other database at the path is left alone.
 */
export const applicationId = 0x54537677;

/**
 * A block of nearly 2 KiB fits into a page of its tree; in pages of 4096 each would need a
 * second one.
 */
const pageBytes = 8_192;
const pageCacheKiB = 64 * 1024;
/**
 * The log is copied into the file when nothing is folded (see `idleCheckpoint`), or else when it
 * has this many pages (128 MiB).
 */
const checkpointAtPages = 32_000;
/** The log is cut to this when it was copied; bytes. */
const maxIdleLogBytes = 4 * 1024 * 1024;
const busyTimeoutMs = 5_000;

/**
 * - `block`: the lists of the views, see `blocks/tables.ts`; `data` is records and a CRC-32 (see
 *   `blocks/block-check.ts`).
 * - `name`: parties and templates, numbered from 1.
 * - `checkpoint`: how far the journal was folded and how much there is of everything then, as JSON
 *   with a CRC-32.
 * - `event_text`: a copy of the journal's events, where the journal cannot be read at once.
 */
const tables = `
  CREATE TABLE block (
    kind INTEGER NOT NULL,
    list INTEGER NOT NULL,
    no INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (kind, list, no)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    text TEXT NOT NULL,
    check_sum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE event_text (
    offset INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    check_sum INTEGER NOT NULL
  ) STRICT;
`;

const tableNames = ["block", "name", "checkpoint", "event_text"];

/** Text of something thrown. */
export const textOfThrown = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/**
 * Result codes of a full disk, of files that cannot be reached, and of other users: the file itself
 * may be whole.
 */
const passing = [
  "FULL",
  "IOERR",
  "BUSY",
  "LOCKED",
  "CANTOPEN",
  "PERM",
  "AUTH",
  "NOMEM",
  "READONLY",
];

/**
 * True for an error that says that what is in the file is not what was written, so that the views
 * must be built anew.
 */
export const isDamage = (thrown: unknown): boolean =>
  thrown instanceof TableDamage ||
  thrown instanceof SyntaxError ||
  (thrown instanceof Database.SqliteError &&
    !passing.some((code) => thrown.code.startsWith(`SQLITE_${code}`)));

const damageMark = (file: string): string => `${file}.damaged`;

/**
 * Leaves word that the file was found damaged, so that the next opening builds it anew even when
 * this process cannot.
 */
export const markDamaged = (file: string, reason: string): void => {
  if (file === ":memory:") return;
  try {
    writeFileSync(damageMark(file), reason, { mode: 0o600 });
  } catch {
    // the damage is found again
  }
};

/** A database ready for folding, and why an earlier file had to go. */
interface OpenedDatabase {
  readonly db: Database.Database;
  readonly rebuiltBecause: string | undefined;
}

const numberPragma = (db: Database.Database, name: string): number =>
  Number(db.pragma(name, { simple: true }));

const createTables = (db: Database.Database, seed: number): void => {
  db.transaction(() => {
    db.exec(tables);
    checkpointTable(db, seed).write(emptyCheckpoint(seed));
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${schemaVersion}`);
  })();
};

/** Empties all tables in one transaction. @param seed see `checkSeed` */
export const recreateTables = (db: Database.Database, seed: number): void => {
  db.transaction(() => {
    for (const table of tableNames) db.exec(`DROP TABLE IF EXISTS ${table}`);
    db.exec(tables);
    checkpointTable(db, seed).write(emptyCheckpoint(seed));
  })();
};

const tune = (db: Database.Database): void => {
  db.pragma("journal_mode = WAL");
  // the journal is the truth and a lost tail is folded again, so no flush per batch
  db.pragma("synchronous = NORMAL");
  db.pragma(`cache_size = -${pageCacheKiB}`);
  db.pragma(`wal_autocheckpoint = ${checkpointAtPages}`);
  db.pragma(`journal_size_limit = ${maxIdleLogBytes}`);
  db.pragma(`busy_timeout = ${busyTimeoutMs}`);
};

type Verdict = "usable" | "other-program" | { readonly rebuildBecause: string };

const judge = (db: Database.Database, file: string, seed: number): Verdict => {
  try {
    const isEmpty = hasNoTables(db);
    if (existsSync(damageMark(file)))
      return { rebuildBecause: "the file was found damaged in an earlier run" };
    if (!isEmpty && numberPragma(db, "application_id") !== applicationId) {
      return hasOurTables(db)
        ? { rebuildBecause: "the head of the file is damaged" }
        : "other-program";
    }
    const version = numberPragma(db, "user_version");
    if (!isEmpty && version !== schemaVersion)
      return { rebuildBecause: `the file has schema version ${version}, not ${schemaVersion}` };
    // only a file without tables takes it
    if (isEmpty) db.pragma(`page_size = ${pageBytes}`);
    tune(db);
    if (isEmpty) createTables(db, seed);
    else checkpointTable(db, seed).read();
    return "usable";
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    return { rebuildBecause: `the file is unreadable (${textOfThrown(thrown)})` };
  }
};

// a new file, also when making it was interrupted after its head was written
const hasNoTables = (db: Database.Database): boolean =>
  numberPragma(db, "application_id") !== applicationId &&
  db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;

const hasOurTables = (db: Database.Database): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'event_text'").get() !== undefined;

/** Removes a views file with everything beside it. */
export const removeViewsFile = (file: string): void => {
  for (const path of [file, `${file}-wal`, `${file}-shm`, damageMark(file)])
    rmSync(path, { force: true });
};

const openOnce = (file: string, seed: number): { db: Database.Database; verdict: Verdict } => {
  if (file !== ":memory:") makePrivate(file);
  const db = new Database(file);
  try {
    return { db, verdict: judge(db, file, seed) };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
};

/**
 * Opens the views file for writing, or ":memory:". A file that is damaged, of another journal or of
 * another schema version is deleted and made again. Left `file` when it cannot be opened or is
 * another program's database.
 *
 * @param seed see `checkSeed`
 */
export const openForFolding = (file: string, seed: number): Either<ViewsError, OpenedDatabase> => {
  try {
    const first = openOnce(file, seed);
    if (first.verdict === "usable") return right({ db: first.db, rebuiltBecause: undefined });
    first.db.close();
    if (first.verdict === "other-program")
      return left({ kind: "file", message: `${file} is a database of something else` });
    removeViewsFile(file);
    const second = openOnce(file, seed);
    return second.verdict === "usable"
      ? right({ db: second.db, rebuiltBecause: first.verdict.rebuildBecause })
      : left({ kind: "file", message: `${file} cannot be built anew` });
  } catch (thrown) {
    return left({ kind: "file", message: `${file} cannot be opened: ${textOfThrown(thrown)}` });
  }
};
