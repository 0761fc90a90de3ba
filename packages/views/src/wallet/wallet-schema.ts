import Database from "better-sqlite3";
import { isDamage, removeViewsFile, textOfThrown } from "../sqlite/schema.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { TableDamage, makePrivate } from "@tallystick/tables";
import type { ViewsError } from "../interface/views.js";
import {
  emptyWalletCheckpoint,
  readWalletCheckpoint,
  type WalletCheckpointRow,
  walletCheckpointWriter,
} from "./wallet-checkpoint.js";

/** Version of the tables; a file of another version is thrown away and built anew. */
export const schemaVersion = 12;

/**
 * `PRAGMA application_id` of a file of wallet views ("TSwl"): any other database at the path is
 * left alone.
 */
export const applicationId = 0x5453776c;

/** A leaf fits into one page. */
const pageBytes = 8_192;
const pageCacheKiB = 8 * 1024;
/** The log is cut to this when it was copied; bytes. */
const maxIdleLogBytes = 4 * 1024 * 1024;
/** Pages in the log at which SQLite copies them back although more is written; 32 MiB. */
const copyBackPages = 4_096;
const busyTimeoutMs = 5_000;

/**
 * - `leaf`: the sorted maps of `wallet-tables.ts` in pieces, see `leaf.ts`.
 * - `name`: parties and templates, numbered from 1.
 * - `checkpoint`: the journal, how far it is folded, the count of traffic, and how much there is of
 *   everything, as JSON with a CRC-32.
 */
const tables = `
  CREATE TABLE leaf (
    id INTEGER PRIMARY KEY,
    tree INTEGER NOT NULL,
    first TEXT NOT NULL,
    text TEXT NOT NULL,
    check_sum INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX leaf_place ON leaf (tree, first);
  CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    text TEXT NOT NULL,
    check_sum INTEGER NOT NULL
  ) STRICT;
`;

/** A file that can be folded into. */
export interface WalletFile {
  readonly db: Database.Database;
  readonly checkpoint: WalletCheckpointRow;
  /** Why an earlier file was thrown away, if it was. */
  readonly rebuiltBecause: string | undefined;
}

/** What is at the path is a database of another program. */
class OtherProgram extends Error {}

/**
 * True for a new file, also when making it was interrupted after its head was written. Throws what
 * SQLite says of a file that is no database.
 */
const hasNoTables = (db: Database.Database): boolean =>
  numberPragma(db, "application_id") !== applicationId &&
  db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;

const numberPragma = (db: Database.Database, name: string): number =>
  Number(db.pragma(name, { simple: true }));

const createTables = (db: Database.Database): void => {
  db.transaction(() => {
    db.exec(tables);
    walletCheckpointWriter(db)(emptyWalletCheckpoint(""));
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${schemaVersion}`);
  })();
};

const hasOurTables = (db: Database.Database): boolean =>
  db
    .prepare("SELECT 1 FROM sqlite_schema WHERE name IN ('leaf_place', 'party_contracts')")
    .get() !== undefined;

const prepare = (db: Database.Database): WalletCheckpointRow => {
  const isEmpty = hasNoTables(db);
  if (!isEmpty && numberPragma(db, "application_id") !== applicationId) {
    if (hasOurTables(db)) throw new TableDamage("the head of the file is damaged");
    throw new OtherProgram("it is a database of something else");
  }
  const version = numberPragma(db, "user_version");
  if (!isEmpty && version !== schemaVersion)
    throw new TableDamage(`the file has schema version ${version}, not ${schemaVersion}`);
  // only a file without tables takes it
  if (isEmpty) db.pragma(`page_size = ${pageBytes}`);
  db.pragma("journal_mode = WAL");
  // the journal is the truth and a lost tail is folded again, so no flush per batch
  db.pragma("synchronous = NORMAL");
  db.pragma(`cache_size = -${pageCacheKiB}`);
  db.pragma(`wal_autocheckpoint = ${copyBackPages}`);
  db.pragma(`journal_size_limit = ${maxIdleLogBytes}`);
  db.pragma(`busy_timeout = ${busyTimeoutMs}`);
  if (isEmpty) createTables(db);
  return readWalletCheckpoint(db);
};

const openOnce = (file: string): Omit<WalletFile, "rebuiltBecause"> => {
  if (file !== ":memory:") makePrivate(file);
  const db = new Database(file);
  try {
    return { db, checkpoint: prepare(db) };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
};

const cannotOpen = (file: string, thrown: unknown): Either<ViewsError, never> =>
  left({ kind: "file", message: `${file} cannot be opened: ${textOfThrown(thrown)}` });

/**
 * Opens the file of wallet views, or ":memory:". A damaged file, and one of another version, is
 * deleted and made again. Left `file` when it cannot be opened or is another program's.
 */
export const openWalletFile = (file: string): Either<ViewsError, WalletFile> => {
  try {
    return right({ ...openOnce(file), rebuiltBecause: undefined });
  } catch (thrown) {
    return isDamage(thrown)
      ? openEmptyWalletFile(file, textOfThrown(thrown))
      : cannotOpen(file, thrown);
  }
};

/** Deletes what is at the path and makes it again. Left `file` when that is not possible. */
export const openEmptyWalletFile = (
  file: string,
  rebuiltBecause: string | undefined,
): Either<ViewsError, WalletFile> => {
  try {
    removeViewsFile(file);
    return right({ ...openOnce(file), rebuiltBecause });
  } catch (thrown) {
    return cannotOpen(file, thrown);
  }
};
