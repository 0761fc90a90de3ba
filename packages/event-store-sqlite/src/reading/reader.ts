import { GENESIS_HASH, type RecordedEvent, type StoreError } from "@tallystick/event-store";
import type { Database } from "@tallystick/sqlite";
import {
  BROKEN_HASH,
  continuesChain,
  damagedAt,
  READ_COLUMNS,
  SHORT_COLUMNS,
  eventOf,
  hashBeforeOf,
  MISSING,
  positionOf,
  UNREADABLE,
} from "./stored-event.js";
import { type StreamTable, streamTable } from "./stream-table.js";

export const PAGE_EVENTS = 1_000;

/** A page ends with the event that exceeds this many characters of data (8 to 16 MiB). */
export const PAGE_UNITS = 8 * 1024 * 1024;

/** Part of a read: the events up to its end or up to the first damage. */
export interface Page {
  readonly events: ReadonlyArray<RecordedEvent>;
  readonly damage: StoreError | undefined;
}

export interface StreamRef {
  readonly stream: string;
  readonly streamId: number;
}

/** Keeps the predecessor's hash between pages, so that each is looked up at most once. */
export interface ChainCursor {
  revision: number;
  hash: string;
}

/** Synchronous paged reads; an event is one row of a page. All throw what SQLite throws. */
export interface Reader {
  readonly streams: StreamTable;
  lastEvent(ref: StreamRef): RecordedEvent | undefined;
  eventAt(ref: StreamRef, revision: number): RecordedEvent | undefined;
  headRevision(stream: string): number | undefined;
  lastPosition(): number;
  hashAtPosition(position: number): string | undefined;
  hashAt(streamId: number, revision: number): string | undefined;
  idAt(streamId: number, revision: number): string | undefined;
  /**
   * The events from `cursor.revision` on; moves the cursor after them.
   *
   * @param maxUnits the page ends with the event that reaches this; at most `PAGE_UNITS`
   */
  forwards(ref: StreamRef, cursor: ChainCursor, maxCount: number, maxUnits?: number): Page;
  /**
   * Events at these revisions, in this order, in a third of the time of single reads. Ends before
   * one that is long, missing or damaged.
   */
  at(
    ref: StreamRef,
    revisions: ReadonlyArray<number>,
    maxUnits: number,
  ): ReadonlyArray<RecordedEvent>;
  /** The events from `from` down. */
  backwards(ref: StreamRef, from: number, maxCount: number): Page;
  /** A cursor just before `revision`. */
  cursorAt(streamId: number, revision: number): ChainCursor;
  readonly rowsFromPosition: RowQuery;
  readonly rowsDownFromPosition: RowQuery;
}

/** Rows from a position on (up or down), at most this many. */
type RowQuery = (position: number, maxCount: number) => Iterable<unknown>;

/** Rows that are read together: one after the other, each takes half as long again. */
const ROWS_AT_ONCE = 256;

/** Longer data are read alone, so that rows read together have a bounded size; bytes. */
const LEAST_LONG_BYTES = 8 * 1024;

/** Reads the rows of a stream from a revision on. */
interface StreamRows {
  /** Several rows, with NULL for longer data. */
  readonly some: (
    maxBytes: number,
    streamId: number,
    revision: number,
    maxCount: number,
  ) => ReadonlyArray<unknown>;
  readonly first: (streamId: number, revision: number) => unknown;
}

interface ForwardLimits {
  readonly maxCount: number;
  readonly maxUnits: number;
}

const forwards = (
  rows: StreamRows,
  { stream, streamId }: StreamRef,
  cursor: ChainCursor,
  verify: boolean,
  { maxCount, maxUnits }: ForwardLimits,
): Page => {
  const events: RecordedEvent[] = [];
  const damaged = (row: unknown, reason: string): Page => ({
    events,
    damage: damagedAt(stream, cursor.revision, positionOf(row), reason),
  });
  let units = 0;
  while (events.length < maxCount) {
    const count = Math.min(maxCount - events.length, ROWS_AT_ONCE);
    const maxBytes = Math.max(LEAST_LONG_BYTES, Math.ceil((2 * maxUnits) / count));
    const some = rows.some(maxBytes, streamId, cursor.revision, count);
    for (const row of some) {
      const event = eventOf(row, stream) ?? eventOf(rows.first(streamId, cursor.revision), stream);
      if (event === undefined) return damaged(row, UNREADABLE);
      if (event.revision !== cursor.revision) return damaged(row, MISSING);
      if (verify && !continuesChain(event, cursor.hash)) return damaged(row, BROKEN_HASH);
      cursor.revision += 1;
      cursor.hash = event.hash;
      events.push(event);
      units += event.data.length;
      if (units >= maxUnits) return { events, damage: undefined };
    }
    if (some.length < count) break;
  }
  return { events, damage: undefined };
};

/** The first events of rows that are far apart, each with the hash of its predecessor. */
const scattered = (
  rows: ReadonlyArray<unknown>,
  stream: string,
  revisions: ReadonlyArray<number>,
  verify: boolean,
  maxUnits: number,
): ReadonlyArray<RecordedEvent> => {
  const events: RecordedEvent[] = [];
  let units = 0;
  for (const [index, row] of rows.entries()) {
    const event = eventOf(row, stream);
    if (event === undefined || event.revision !== revisions[index] || units >= maxUnits) break;
    const before = event.revision === 0 ? GENESIS_HASH : hashBeforeOf(row);
    if (verify && !continuesChain(event, before)) break;
    events.push(event);
    units += event.data.length;
  }
  return events;
};

/** An event is checked when its predecessor, the next row of a backward read, is read. */
const backwards = (
  rows: Iterable<unknown>,
  { stream }: StreamRef,
  from: number,
  maxCount: number,
  verify: boolean,
): Page => {
  const events: RecordedEvent[] = [];
  const damaged = (revision: number, position: number, reason: string): Page => ({
    events,
    damage: damagedAt(stream, revision, position, reason),
  });
  let units = 0;
  let waiting: RecordedEvent | undefined;
  let expected = from;
  for (const row of rows) {
    const event = eventOf(row, stream);
    if (event === undefined) return damaged(expected, positionOf(row), UNREADABLE);
    if (waiting !== undefined) {
      if (event.revision === expected && verify && !continuesChain(waiting, event.hash))
        return damaged(waiting.revision, waiting.position, BROKEN_HASH);
      events.push(waiting);
      units += waiting.data.length;
    }
    if (event.revision !== expected) return damaged(expected, event.position, MISSING);
    if (events.length === maxCount || units >= PAGE_UNITS) return { events, damage: undefined };
    waiting = event;
    expected -= 1;
  }
  if (waiting === undefined) return { events, damage: undefined };
  if (waiting.revision > 0) return damaged(waiting.revision - 1, waiting.position, MISSING);
  if (verify && !continuesChain(waiting, GENESIS_HASH))
    return damaged(waiting.revision, waiting.position, BROKEN_HASH);
  events.push(waiting);
  return { events, damage: undefined };
};

const prepareRows = (db: Database, tail: string, columns = READ_COLUMNS) =>
  db.prepare<number[], unknown>(`SELECT ${columns} FROM event ${tail}`).raw();

// in the order of the list: a CROSS JOIN is not reordered
const prepareScattered = (db: Database) =>
  db
    .prepare<[number, string, number], unknown>(
      `SELECT ${SHORT_COLUMNS}, (SELECT hash FROM event AS before
        WHERE before.stream_id = event.stream_id AND before.revision = event.revision - 1)
      FROM (SELECT value AS wanted FROM json_each(?))
        CROSS JOIN event ON stream_id = ? AND revision = wanted`,
    )
    .raw();

/**
 * Prepares the reads of an open database.
 *
 * @param verify whether each event is checked against the chain; order and completeness are checked
 * in any case
 */
export const createReader = (db: Database, verify: boolean): Reader => {
  const upTail = "WHERE stream_id = ? AND revision >= ? ORDER BY revision LIMIT ?";
  const up = prepareRows(db, upTail);
  const upShort = prepareRows(db, upTail, SHORT_COLUMNS);
  const upRows: StreamRows = {
    some: (maxBytes, streamId, revision, maxCount) =>
      upShort.all(maxBytes, streamId, revision, maxCount),
    first: (streamId, revision) => up.get(streamId, revision, 1),
  };
  const down = prepareRows(
    db,
    "WHERE stream_id = ? AND revision <= ? ORDER BY revision DESC LIMIT ?",
  );
  const upAll = prepareRows(db, "WHERE position >= ? ORDER BY position LIMIT ?");
  const downAll = prepareRows(db, "WHERE position <= ? ORDER BY position DESC LIMIT ?");
  const atRows = prepareScattered(db);
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
    lastEvent: (ref) => eventOf(down.get(ref.streamId, Number.MAX_SAFE_INTEGER, 1), ref.stream),
    eventAt: (ref, revision) => {
      const event = eventOf(down.get(ref.streamId, revision, 1), ref.stream);
      return event?.revision === revision ? event : undefined;
    },
    lastPosition: () => lastPosition.get() ?? 0,
    hashAtPosition: (position) => hashAtPosition.get(position),
    hashAt: hashOf,
    idAt: (streamId, revision) => idAt.get(streamId, revision),
    forwards: (ref, cursor, maxCount, maxUnits = PAGE_UNITS) =>
      forwards(upRows, ref, cursor, verify, {
        maxCount: Math.min(maxCount, PAGE_EVENTS),
        maxUnits: Math.min(maxUnits, PAGE_UNITS),
      }),
    at: ({ stream, streamId }, revisions, maxUnits) => {
      const some = revisions.slice(0, ROWS_AT_ONCE);
      const rows = atRows.all(LEAST_LONG_BYTES, JSON.stringify(some), streamId);
      return scattered(rows, stream, some, verify, maxUnits);
    },
    backwards: (ref, from, maxCount) => {
      const count = Math.min(maxCount, PAGE_EVENTS);
      // One more row than requested: the predecessor of the last.
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
