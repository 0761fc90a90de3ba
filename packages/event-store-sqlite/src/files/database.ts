import { existsSync } from "node:fs";
import type { StoreError } from "@tallystick/event-store";
import { Database, sqliteCode } from "@tallystick/sqlite";
import { type Either, isRight, left, right } from "fp-ts/lib/Either.js";
import { makeJournalFile } from "./journal-file.js";
import { errorOf, WHOLE_FILE } from "./sqlite-error.js";

/** Marks the file as a journal of ours in SQLite's header: "TSTK" in ASCII. */
export const APPLICATION_ID = 0x5453544b;

/** Version of the tables below, kept in SQLite's `user_version`. */
export const FORMAT_VERSION = 1;

/**
 * Two to eight events of about 900 bytes fit a page with little waste: 16 % less disk than pages of
 * 4096.
 */
const PAGE_BYTES = 8192;

/**
 * Pages of the log (16 MiB) after which it is copied into the file: a quarter of the default's
 * flushes.
 */
const CHECKPOINT_PAGES = 2000;

/** Page cache; negative numbers mean KiB to SQLite. */
const CACHE_KIB = -16 * 1024;

/** What `PRAGMA synchronous` answers for FULL: the log is flushed before a commit is reported. */
const SYNCHRONOUS_FULL = 2;

/**
 * `event.erased` is NULL unless the data was erased, see `erasedMark`.
 *
 * `event.position` has no gaps, so a missing row is found. There is no index of ids: one of random
 * ids makes writing four times slower, and appends find repeats by their place.
 */
const TABLES = `
  CREATE TABLE stream (
    stream_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE event (
    position INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    metadata TEXT NOT NULL,
    data TEXT NOT NULL,
    hash TEXT NOT NULL,
    erased TEXT
  ) STRICT;
  CREATE UNIQUE INDEX event_place ON event (stream_id, revision);
`;

/** What to do where SQLite may not make the index of the log, without which it reads no log. */
const NEEDS_A_COPY =
  "it has a log beside it, which SQLite reads only in a folder that it can write to: give this process a copy of the folder";

const unusable = (reason: string): Either<StoreError, never> =>
  left({ kind: "unavailable", outcome: "known", reason });

const configure = (db: Database): void => {
  db.pragma(`page_size = ${PAGE_BYTES}`);
  // Only takes effect before the first table is made; it lets the file shrink when data is erased.
  db.pragma("auto_vacuum = INCREMENTAL");
  db.pragma("journal_mode = WAL");
  // One of the drivers is compiled to NORMAL in WAL databases, which loses acknowledged commits
  // when the power fails.
  db.pragma("synchronous = FULL");
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`cache_size = ${CACHE_KIB}`);
};

/** Writes and flushes the first page unchanged. Throws what SQLite throws. */
export const writeNothing = (db: Database): void => {
  db.transaction(() => db.pragma(`user_version = ${FORMAT_VERSION}`), "IMMEDIATE");
};

const createTables = (db: Database): void => {
  db.transaction(() => {
    // Another process may have made the tables while this one waited for the lock.
    if (db.pragma("application_id") === APPLICATION_ID) return;
    db.exec(TABLES);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${FORMAT_VERSION}`);
  }, "IMMEDIATE");
};

const hasTables = (db: Database): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;

const prepareFile = (db: Database, file: string, readOnly: boolean): Either<StoreError, void> => {
  const applicationId = db.pragma("application_id");
  const isNew = applicationId !== APPLICATION_ID && !hasTables(db);
  if (applicationId !== APPLICATION_ID && (!isNew || readOnly))
    return unusable(`${file} is an SQLite database, but not a journal of this program`);
  if (!readOnly) configure(db);
  if (isNew) createTables(db);
  const version = db.pragma("user_version");
  if (version !== FORMAT_VERSION) {
    return unusable(
      `${file} has journal format ${String(version)}; this program reads ${FORMAT_VERSION}`,
    );
  }
  if (readOnly) return right(undefined);
  const settings = settingsOf(db);
  const journalModes = file === ":memory:" ? ["memory"] : ["wal"];
  if (settings.synchronous !== SYNCHRONOUS_FULL || !journalModes.includes(settings.journalMode)) {
    return unusable(
      `${file} would not be durable: journal_mode ${settings.journalMode}, synchronous ${settings.synchronous}`,
    );
  }
  return right(undefined);
};

/** The actual durability settings of a connection. */
export interface DurabilitySettings {
  /** "wal", or "memory" for a database without a file. */
  readonly journalMode: string;
  /** 2 is FULL. */
  readonly synchronous: number;
}

/** Read from SQLite, not from the options. */
export const settingsOf = (db: Database): DurabilitySettings => ({
  journalMode: String(db.pragma("journal_mode")),
  synchronous: Number(db.pragma("synchronous")),
});

/**
 * Opens or creates the journal's database: WAL, `synchronous=FULL` set and verified.
 *
 * @param busyTimeoutMs how long a statement waits for another process's write
 * @param readOnly opens a journal that exists, and writes nothing
 */
export const openDatabase = (
  file: string,
  busyTimeoutMs: number,
  readOnly = false,
): Either<StoreError, Database> => {
  let db: Database | undefined;
  try {
    // A journal that cannot be written is an error now, not with the first command.
    if (file !== ":memory:" && !readOnly) makeJournalFile(file);
    db = new Database(file, {
      timeout: busyTimeoutMs,
      readOnly: readOnly,
      fileMustExist: readOnly,
    });
    const prepared = prepareFile(db, file, readOnly);
    if (isRight(prepared)) return right(db);
    db.close();
    return prepared;
  } catch (error) {
    db?.close();
    const failure = errorOf(error, WHOLE_FILE, "known");
    if (!readOnly || failure.kind !== "unavailable") return left(failure);
    const isForbidden = /^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCode(error) ?? "");
    return isForbidden && existsSync(file)
      ? unusable(`${failure.reason}; ${NEEDS_A_COPY}`)
      : left(failure);
  }
};
