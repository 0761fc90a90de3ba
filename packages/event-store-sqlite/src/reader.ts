import { GENESIS_HASH, type RecordedEvent, type StoreFailure } from "@tallystick/event-store";
import type Database from "better-sqlite3";
import {
  BROKEN_HASH,
  continuesChain,
  damagedAt,
  eventOf,
  ROW_COLUMNS,
  rowOf,
  type StoredRow,
} from "./stored-row.js";
import { type StreamTable, streamTable } from "./stream-table.js";

/** Most events of a page. */
export const PAGE_EVENTS = 1_000;

/** A page ends with the event that takes it over this many characters of data (16 MiB or so). */
const PAGE_UNITS = 8 * 1024 * 1024;

/** Part of a read: the events up to its end or up to the first damage. */
export interface Page {
  readonly events: ReadonlyArray<RecordedEvent>;
  readonly damage: StoreFailure | undefined;
}

/** A stream as a read meets it. */
export interface StreamRef {
  readonly stream: string;
  readonly streamId: number;
}

/** Carries the predecessor's hash from page to page, so that each is looked up once at most. */
export interface ChainCursor {
  revision: number;
  hash: string;
}

/** Synchronous paged reads; each page is one consistent look at the database. All throw what SQLite throws. */
export interface Reader {
  readonly streams: StreamTable;
  lastRow(streamId: number): StoredRow | undefined;
  rowAt(streamId: number, revision: number): StoredRow | undefined;
  headRevision(stream: string): number | undefined;
  lastPosition(): number;
  hashAtPosition(position: number): string | undefined;
  hashAt(streamId: number, revision: number): string | undefined;
  idAt(streamId: number, revision: number): string | undefined;
  /** The events from `cursor.revision` on; moves the cursor behind them. */
  forwards(ref: StreamRef, cursor: ChainCursor, maxCount: number): Page;
  /** The events from `from` down. */
  backwards(ref: StreamRef, from: number, maxCount: number): Page;
  /** A cursor that stands before `revision`. */
  cursorAt(streamId: number, revision: number): ChainCursor;
  readonly rowsFromPosition: RowQuery;
  readonly rowsDownFromPosition: RowQuery;
}

/** Rows from a position on (up or down), at most so many. */
export type RowQuery = (position: number, maxCount: number) => Iterable<unknown>;

const placeOf = (raw: unknown, revision: number) => {
  const columns: ReadonlyArray<unknown> = Array.isArray(raw) ? raw : [];
  const position = columns[0];
  return { revision, position: typeof position === "number" ? position : 0 };
};

const forwards = (
  rows: Iterable<unknown>,
  { stream }: StreamRef,
  cursor: ChainCursor,
  verify: boolean,
): Page => {
  const events: RecordedEvent[] = [];
  let units = 0;
  for (const raw of rows) {
    const row = rowOf(raw);
    const flaw =
      row === undefined
        ? "unreadable row"
        : row.revision !== cursor.revision
          ? "the event is missing"
          : verify && !continuesChain(row, stream, cursor.hash)
            ? BROKEN_HASH
            : undefined;
    if (row === undefined || flaw !== undefined) {
      return { events, damage: damagedAt(placeOf(raw, cursor.revision), stream, flaw ?? "") };
    }
    cursor.revision += 1;
    cursor.hash = row.hash;
    events.push(eventOf(row, stream));
    units += row.data.length;
    if (units >= PAGE_UNITS) break;
  }
  return { events, damage: undefined };
};

/** Each event is judged once its predecessor, the next row of a backward read, has been seen. */
const backwards = (
  rows: Iterable<unknown>,
  { stream }: StreamRef,
  from: number,
  maxCount: number,
  verify: boolean,
): Page => {
  const events: RecordedEvent[] = [];
  let units = 0;
  let waiting: StoredRow | undefined;
  let expected = from;
  const judge = (row: StoredRow, previousHash: string): StoreFailure | undefined => {
    if (verify && !continuesChain(row, stream, previousHash)) return damagedAt(row, stream, BROKEN_HASH);
    events.push(eventOf(row, stream));
    units += row.data.length;
    return undefined;
  };
  for (const raw of rows) {
    const row = rowOf(raw);
    const damage = waiting === undefined || row === undefined ? undefined : judge(waiting, row.hash);
    if (damage !== undefined) return { events, damage };
    if (row === undefined || row.revision !== expected) {
      const reason = row === undefined ? "unreadable row" : "the event is missing";
      return { events, damage: damagedAt(placeOf(raw, expected), stream, reason) };
    }
    if (events.length === maxCount || units >= PAGE_UNITS) return { events, damage: undefined };
    waiting = row;
    expected -= 1;
  }
  if (waiting === undefined) return { events, damage: undefined };
  if (waiting.revision > 0) {
    const missing = { revision: waiting.revision - 1, position: waiting.position };
    return { events, damage: damagedAt(missing, stream, "the event is missing") };
  }
  return { events, damage: judge(waiting, GENESIS_HASH) };
};

const prepareRows = (db: Database.Database, tail: string) =>
  db.prepare<number[], unknown>(`SELECT ${ROW_COLUMNS} FROM event ${tail}`).raw();

/**
 * Prepares the reads of an open database.
 *
 * @param verify whether each event is checked against the chain; order and completeness are checked in any case
 */
export const createReader = (db: Database.Database, verify: boolean): Reader => {
  const up = prepareRows(db, "WHERE stream_id = ? AND revision >= ? ORDER BY revision LIMIT ?");
  const down = prepareRows(
    db,
    "WHERE stream_id = ? AND revision <= ? ORDER BY revision DESC LIMIT ?",
  );
  const upAll = prepareRows(db, "WHERE position >= ? ORDER BY position LIMIT ?");
  const downAll = prepareRows(db, "WHERE position <= ? ORDER BY position DESC LIMIT ?");
  const text = (sql: string) => db.prepare<number[], string>(sql).pluck();
  const hashAt = text("SELECT hash FROM event WHERE stream_id = ? AND revision = ?");
  const idAt = text("SELECT id FROM event WHERE stream_id = ? AND revision = ?");
  const hashAtPosition = text("SELECT hash FROM event WHERE position = ?");
  const lastPosition = db.prepare<[], number | null>("SELECT max(position) FROM event").pluck();
  const hashOf = (streamId: number, revision: number) => hashAt.get(streamId, revision);
  const streams = streamTable(db);
  const headRevision = db
    .prepare<[number], number | null>("SELECT max(revision) FROM event WHERE stream_id = ?")
    .pluck();
  return {
    streams,
    headRevision: (stream) => {
      const streamId = streams.idOf(stream);
      return streamId === undefined ? undefined : (headRevision.get(streamId) ?? undefined);
    },
    lastRow: (streamId) => rowOf(down.get(streamId, Number.MAX_SAFE_INTEGER, 1)),
    rowAt: (streamId, revision) => {
      const row = rowOf(down.get(streamId, revision, 1));
      return row?.revision === revision ? row : undefined;
    },
    lastPosition: () => lastPosition.get() ?? 0,
    hashAtPosition: (position) => hashAtPosition.get(position),
    hashAt: hashOf,
    idAt: (streamId, revision) => idAt.get(streamId, revision),
    forwards: (ref, cursor, maxCount) =>
      forwards(
        up.iterate(ref.streamId, cursor.revision, Math.min(maxCount, PAGE_EVENTS)),
        ref,
        cursor,
        verify,
      ),
    backwards: (ref, from, maxCount) => {
      const count = Math.min(maxCount, PAGE_EVENTS);
      // One row more than asked for: the predecessor of the last.
      return backwards(down.iterate(ref.streamId, from, count + 1), ref, from, count, verify);
    },
    cursorAt: (streamId, revision) => ({
      revision,
      hash: revision === 0 ? GENESIS_HASH : (hashOf(streamId, revision - 1) ?? ""),
    }),
    rowsFromPosition: (position, maxCount) => upAll.iterate(position, maxCount),
    rowsDownFromPosition: (position, maxCount) => downAll.iterate(position, maxCount),
  };
};
