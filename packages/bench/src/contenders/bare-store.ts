import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { type CapturedRow, readCapturedRows } from "../captured-rows.js";
import type { OpenContender } from "../contender.js";
import { crowd, passes, timed, working } from "../work.js";

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
 * The least a durable event store must do: an SQLite table with interned stream keys and one
 * unique key, a version check, WAL, synchronous FULL (set and checked).
 */
const openBareStore = (folder: string) => {
  const database = new Database(join(folder, "bare.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  if (database.pragma("synchronous") !== synchronousFull)
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
    /** Inside a transaction the caller has begun; false on a version conflict. */
    insert: (stream: number, expectedVersion: number, row: CapturedRow): boolean => {
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

interface Waiting {
  readonly stream: number;
  readonly expectedVersion: number;
  readonly row: CapturedRow;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Bare group commit: concurrent callers queue, one transaction per tick takes all that wait, each
 * append is checked against its stream's version, and a caller is answered only after COMMIT.
 */
export const group: OpenContender = async ({ folder, rowsFile, inFlight, runMs }) => {
  const rows = await readCapturedRows(rowsFile);
  const notes = { bytesPerEvent: rows.meanBytes };
  const store = openBareStore(folder);
  let queue: Array<Waiting> = [];
  const flush = (): void => {
    const batch = queue;
    queue = [];
    store.begin();
    const inserted = batch.map((one) => store.insert(one.stream, one.expectedVersion, one.row));
    store.commit();
    batch.forEach((one, index) => {
      if (inserted[index] === true) one.resolve();
      else one.reject(new Error("version conflict"));
    });
  };
  const versions = new Array<number>(inFlight).fill(-1);
  const append = async (stream: number): Promise<void> => {
    const expectedVersion = versions[stream] ?? -1;
    await new Promise<void>((resolve, reject) => {
      if (queue.length === 0) setImmediate(flush);
      queue.push({ stream, expectedVersion, row: rows.next(), resolve, reject });
    });
    versions[stream] = expectedVersion + 1;
  };
  const run = async () => ({ ...(await crowd(inFlight, runMs, append)), notes });
  return working(run, store);
};

/**
 * One durable append after the other: one transaction each, nothing waits for anything but the
 * flush.
 */
export const single: OpenContender = async ({ folder, rowsFile, runMs }) => {
  const rows = await readCapturedRows(rowsFile);
  const notes = { bytesPerEvent: rows.meanBytes };
  const store = openBareStore(folder);
  let version = -1;
  const append = (): number => {
    store.begin();
    if (!store.insert(0, version, rows.next())) throw new Error("version conflict");
    store.commit();
    version += 1;
    return 1;
  };
  const run = async () => ({ ...(await passes(runMs, () => timed(append))), notes });
  return working(run, store);
};
