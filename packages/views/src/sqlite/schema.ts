import { existsSync, rmSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { ViewsError } from "../interface/views.js";

/** Version of the tables; a file of another version is thrown away and built anew. */
export const schemaVersion = 2;

/** `PRAGMA application_id` of a views file ("TSvw"): any other database at the path is left alone. */
const applicationId = 0x54537677;

const pageCacheKiB = 64 * 1024;
/** The log is copied into the file when nothing is folded (see `idleCheckpoint`), or else when it has this many pages (128 MiB). */
const checkpointAtPages = 32_000;
const busyTimeoutMs = 5_000;

/**
 * Every party and template is a small number (`names`). Contracts are numbered in the order of their creation (`seq`), which is the order of
 * (created offset, node id), so that rows arrive at the right edge of their indexes.
 *
 * - `submissions`: transactions and rejections, their JSON as the journal has it; `first_seq` is the number of the transaction's first contract
 *   (and of the next contract when it created none).
 * - `party_submissions`: what a submission is to a party, as bits (`role`).
 * - `contracts`: finds the number of a contract, and when it was created and archived, by a hash of its id. A contract that its own transaction
 *   archives again is only here.
 * - `party_contracts`: the contracts of a stakeholder; party 0 has all. `era` 0 holds the active ones, `eraOf(archived_at)` the archived ones, so
 *   that the contracts active at an offset are found without reading those archived long before it.
 * - `allocations`: parties that came to be hosted here.
 */
const tables = `
  CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    offset INTEGER NOT NULL,
    record_time INTEGER NOT NULL,
    next_seq INTEGER NOT NULL
  ) STRICT;
  INSERT INTO checkpoint VALUES (1, 0, 0, 1);
  CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE submissions (
    offset INTEGER PRIMARY KEY,
    accepted INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    update_hash INTEGER,
    data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX submissions_by_update ON submissions (update_hash) WHERE update_hash IS NOT NULL;
  CREATE TABLE party_submissions (
    party INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    roles INTEGER NOT NULL,
    PRIMARY KEY (party, offset)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE contracts (
    id_hash INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    template INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    archived_at INTEGER NOT NULL,
    PRIMARY KEY (id_hash, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE party_contracts (
    party INTEGER NOT NULL,
    era INTEGER NOT NULL,
    template INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    archived_at INTEGER NOT NULL,
    PRIMARY KEY (party, era, template, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE allocations (
    offset INTEGER PRIMARY KEY,
    party INTEGER NOT NULL,
    record_time INTEGER NOT NULL,
    update_hash INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX allocations_by_party ON allocations (party);
  CREATE INDEX allocations_by_update ON allocations (update_hash);
`;

const tableNames = [
  "checkpoint",
  "names",
  "submissions",
  "party_submissions",
  "contracts",
  "party_contracts",
  "allocations",
];

/** What a submission is to a party; bits of `party_submissions.roles`. */
export const role = { witness: 1, stakeholder: 2, submitter: 4 } as const;

/** The party that stands for all. */
export const everyParty = 0;

/** The era of the active contracts. */
export const activeEra = 0;

const offsetsPerEra = 131_072;

/** The era of contracts archived at an offset. */
export const eraOf = (archivedAt: number): number => 1 + Math.floor(archivedAt / offsetsPerEra);

/** 53-bit hash of a text, a safe integer: it keeps the indexes over long ids small. Equal hashes are told apart by the event itself. */
export const hashText = (text: string): number => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high >>> 11) * 0x100000000 + (low >>> 0);
};

/** Text of something thrown. */
export const textOfThrown = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** True when SQLite says that the file itself is broken. */
export const isDamage = (thrown: unknown): boolean =>
  thrown instanceof Database.SqliteError &&
  (thrown.code.startsWith("SQLITE_CORRUPT") || thrown.code === "SQLITE_NOTADB");

const damageMark = (file: string): string => `${file}.damaged`;

/** Leaves word that the file was found damaged, so that the next opening builds it anew. */
export const markDamaged = (file: string, reason: string): void => {
  if (file !== ":memory:") {
    writeFileSync(damageMark(file), reason);
  }
};

/** A database ready for folding, and why an earlier file had to go. */
export interface OpenedDatabase {
  readonly db: Database.Database;
  readonly rebuiltBecause: string | undefined;
}

const numberPragma = (db: Database.Database, name: string): number =>
  Number(db.pragma(name, { simple: true }));

const createTables = (db: Database.Database): void => {
  db.transaction(() => {
    db.exec(tables);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${schemaVersion}`);
  })();
};

/** Empties all tables in one transaction. */
export const recreateTables = (db: Database.Database): void => {
  db.transaction(() => {
    for (const table of tableNames) {
      db.exec(`DROP TABLE IF EXISTS ${table}`);
    }
    db.exec(tables);
  })();
};

const tune = (db: Database.Database): void => {
  db.pragma("journal_mode = WAL");
  // the journal is the truth and a lost tail is folded again, so no flush per batch
  db.pragma("synchronous = NORMAL");
  db.pragma(`cache_size = -${pageCacheKiB}`);
  db.pragma(`wal_autocheckpoint = ${checkpointAtPages}`);
  db.pragma(`busy_timeout = ${busyTimeoutMs}`);
};

type Verdict = "usable" | "other-program" | { readonly rebuildBecause: string };

const judge = (db: Database.Database, file: string): Verdict => {
  try {
    const isEmpty = numberPragma(db, "page_count") === 0;
    if (!isEmpty && numberPragma(db, "application_id") !== applicationId) {
      return "other-program";
    }
    if (existsSync(damageMark(file))) {
      return { rebuildBecause: "the file was found damaged in an earlier run" };
    }
    const version = numberPragma(db, "user_version");
    if (!isEmpty && version !== schemaVersion) {
      return { rebuildBecause: `the file has schema version ${version}, not ${schemaVersion}` };
    }
    if (!isEmpty) {
      db.prepare("SELECT offset, record_time, next_seq FROM checkpoint WHERE id = 1").get();
    }
    tune(db);
    if (isEmpty) {
      createTables(db);
    }
    return "usable";
  } catch (thrown) {
    if (isDamage(thrown)) {
      return { rebuildBecause: `the file is unreadable (${textOfThrown(thrown)})` };
    }
    throw thrown;
  }
};

const removeFiles = (file: string): void => {
  for (const path of [file, `${file}-wal`, `${file}-shm`, damageMark(file)]) {
    rmSync(path, { force: true });
  }
};

const openOnce = (file: string): { db: Database.Database; verdict: Verdict } => {
  const db = new Database(file);
  try {
    return { db, verdict: judge(db, file) };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
};

/**
 * Opens the views file for writing, or ":memory:". A file that is damaged or of another schema version is deleted and begun anew. Left `file`
 * when it cannot be opened or is another program's database.
 */
export const openForFolding = (file: string): Either<ViewsError, OpenedDatabase> => {
  try {
    const first = openOnce(file);
    if (first.verdict === "usable") {
      return right({ db: first.db, rebuiltBecause: undefined });
    }
    first.db.close();
    if (first.verdict === "other-program") {
      return left({ kind: "file", message: `${file} is a database of something else` });
    }
    removeFiles(file);
    const second = openOnce(file);
    return second.verdict === "usable"
      ? right({ db: second.db, rebuiltBecause: first.verdict.rebuildBecause })
      : left({ kind: "file", message: `${file} cannot be built anew` });
  } catch (thrown) {
    return left({ kind: "file", message: `${file} cannot be opened: ${textOfThrown(thrown)}` });
  }
};
