import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { ViewsError } from "../interface/views.js";
import { isDamage, textOfThrown } from "../sqlite/schema.js";

/** Version of the tables; a file of another version is thrown away and built anew. */
const schemaVersion = 3;

/**
 * `PRAGMA application_id` of a file of wallet views ("TSwl"): any other database at the path is
 * left alone.
 */
const applicationId = 0x5453776c;

const pageCacheKiB = 32 * 1024;
const busyTimeoutMs = 5_000;

/**
 * Every party and template is a small number (`names`). Contracts are numbered in the order of
 * their creation.
 *
 * - `checkpoint`: the journal these views are of (the hash of its first event), how far it is
 *   folded, and the count of traffic.
 * - `contracts`: the active contracts of the coin's packages, whole, as JSON.
 * - `party_contracts`: the active contracts of each stakeholder by template, and the moment each is
 *   due, see `dueOf`.
 * - `history`: the items of each party's transaction history; `seq` orders them by offset and place
 *   in the transaction, `reached` is the latest time up to there, `amount` what the balance changed
 *   by, without its sign.
 * - `history_terms`: by what each item is found, see `termsOf`.
 * - `tracking`: the state of each tracking id, for each party that may ask; transfer commands and
 *   ended coupons of the development fund too, under ids that are in order.
 * - `outcomes`: what the wallet's own commands of the last day have led to, by command id.
 */
const tables = `
  CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    journal TEXT NOT NULL,
    offset INTEGER NOT NULL,
    next_seq INTEGER NOT NULL,
    base_left INTEGER NOT NULL,
    base_at INTEGER NOT NULL,
    extra_used INTEGER NOT NULL
  ) STRICT;
  INSERT INTO checkpoint VALUES (1, '', 0, 1, -1, 0, 0);
  CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE contracts (
    seq INTEGER PRIMARY KEY,
    contract_id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  CREATE TABLE party_contracts (
    party INTEGER NOT NULL,
    template INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    due INTEGER,
    PRIMARY KEY (party, template, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX party_contracts_by_due ON party_contracts (party, template, due, seq) WHERE due IS NOT NULL;
  CREATE TABLE history (
    party INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    reached INTEGER NOT NULL,
    amount REAL,
    content TEXT NOT NULL,
    PRIMARY KEY (party, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX history_by_event ON history (party, event_id);
  CREATE INDEX history_by_time ON history (party, reached, seq);
  CREATE INDEX history_late ON history (party, at, seq) WHERE at < reached;
  CREATE INDEX history_by_amount ON history (party, amount, seq) WHERE amount IS NOT NULL;
  CREATE TABLE history_terms (
    party INTEGER NOT NULL,
    term TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (party, term, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE tracking (
    party INTEGER NOT NULL,
    kind TEXT NOT NULL,
    tracking_id TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (party, kind, tracking_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE outcomes (
    command_id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outcomes_by_time ON outcomes (at);
`;

const tableNames = [
  "checkpoint",
  "names",
  "contracts",
  "party_contracts",
  "history",
  "history_terms",
  "tracking",
  "outcomes",
];

const numberPragma = (db: Database.Database, name: string): number =>
  Number(db.pragma(name, { simple: true }));

/** Empties all tables in one transaction. */
export const recreateWalletTables = (db: Database.Database): void => {
  db.transaction(() => {
    for (const table of tableNames) db.exec(`DROP TABLE IF EXISTS ${table}`);
    db.exec(tables);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${schemaVersion}`);
  })();
};

const prepare = (db: Database.Database, file: string): Either<ViewsError, Database.Database> => {
  const isEmpty = numberPragma(db, "page_count") === 0;
  if (!isEmpty && numberPragma(db, "application_id") !== applicationId)
    return left({ kind: "file", message: `${file} is a database of something else` });
  db.pragma("journal_mode = WAL");
  // the journal is the truth and a lost tail is folded again, so no flush per batch
  db.pragma("synchronous = NORMAL");
  db.pragma(`cache_size = -${pageCacheKiB}`);
  db.pragma(`busy_timeout = ${busyTimeoutMs}`);
  if (isEmpty || numberPragma(db, "user_version") !== schemaVersion) recreateWalletTables(db);
  db.prepare("SELECT offset FROM checkpoint WHERE id = 1").get();
  return right(db);
};

const openOnce = (file: string): Either<ViewsError, Database.Database> => {
  const db = new Database(file);
  try {
    return prepare(db, file);
  } catch (thrown) {
    db.close();
    throw thrown;
  }
};

/**
 * Opens the file of wallet views, or ":memory:". A damaged file is deleted and begun anew. Left
 * `file` when it cannot be opened or is another program's.
 */
export const openWalletTables = (file: string): Either<ViewsError, Database.Database> => {
  try {
    try {
      return openOnce(file);
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
      return openOnce(file);
    }
  } catch (thrown) {
    return left({ kind: "file", message: `${file} cannot be opened: ${textOfThrown(thrown)}` });
  }
};
