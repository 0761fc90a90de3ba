import Database from "better-sqlite3";
import { join } from "node:path";
import type { CapturedRow } from "../captured-rows.js";

/** The least a durable event store must do: one table, one unique key, a version check, a flush. */
export interface BareStore {
  /**
   * Checks the version and inserts, inside a transaction the caller opened; false on a version
   * conflict.
   */
  readonly insert: (stream: number, expectedVersion: number, row: CapturedRow) => boolean;
  readonly begin: () => void;
  readonly commit: () => void;
  readonly close: () => void;
}

/** `PRAGMA synchronous` of a store whose every commit is flushed. */
const synchronousFull = 2;

const schema = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    version INTEGER NOT NULL,
    id BLOB NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, version)
  )`;

/**
 * Opens a bare better-sqlite3 table: WAL, synchronous FULL (set and checked), interned stream keys.
 * @param folder where the database file is made
 */
export const openBareStore = (folder: string): BareStore => {
  const database = new Database(join(folder, "bare.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  if (database.pragma("synchronous", { simple: true }) !== synchronousFull)
    throw new Error("the bare store is not durable: synchronous is not FULL");
  database.exec(schema);
  const head = database
    .prepare<[number], number>(
      "SELECT version FROM events WHERE stream = ? ORDER BY version DESC LIMIT 1",
    )
    .pluck();
  const insert = database.prepare(
    "INSERT INTO events (stream, version, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  return {
    insert: (stream, expectedVersion, row) => {
      if ((head.get(stream) ?? -1) !== expectedVersion) return false;
      const id = Buffer.from(row.id.replaceAll("-", ""), "hex");
      insert.run(stream, expectedVersion + 1, id, row.type, row.data, row.metadata);
      return true;
    },
    begin: () => void begin.run(),
    commit: () => void commit.run(),
    close: () => database.close(),
  };
};
