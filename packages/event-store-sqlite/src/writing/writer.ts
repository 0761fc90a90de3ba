import {
  type Appended,
  chainHash,
  type ExpectedRevision,
  GENESIS_HASH,
  type NewEvent,
  placeAppend,
  type StoreError,
} from "@tallystick/event-store";
import type { Database, Statement } from "@tallystick/sqlite";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type BoundedMap, boundedMap } from "../reading/bounded-map.js";
import type { Reader } from "../reading/reader.js";
import { damagedAt, erasedMark, EVENT_COLUMNS, UNREADABLE } from "../reading/stored-event.js";
import {
  inTransaction,
  transactionControl,
  type TransactionControl,
  type TransactionError,
} from "./transaction.js";

/**
 * Rows of one INSERT: fewer calls into SQLite, while the statement stays small enough to bind
 * quickly.
 */
const ROWS_PER_INSERT = 16;

/** Streams whose last event is cached. */
const MAX_CACHED_HEADS = 10_000;

interface Head extends Appended {
  readonly streamId: number;
}

/** A finished append: `fresh` is false for a repeat. */
export interface Written {
  readonly appended: Appended;
  readonly fresh: boolean;
}

/** An event to be written; `erased` is the digest of its data where that was erased before. */
type WrittenEvent = NewEvent & { readonly erased?: string };

export interface Writer {
  append(
    stream: string,
    expected: ExpectedRevision,
    events: ReadonlyArray<WrittenEvent>,
  ): Either<StoreError, Written>;
}

interface WriterState {
  readonly reader: Reader;
  readonly shared: boolean;
  readonly control: TransactionControl;
  readonly insertOne: Statement<ReadonlyArray<string | number>>;
  readonly insertMany: Statement<ReadonlyArray<string | number>>;
  readonly markErased: Statement<[mark: string, position: number]>;
  readonly heads: BoundedMap<string, Head>;
  /** Undefined until read, and again when another connection may have written. */
  lastPosition: number | undefined;
}

const insertStatement = (db: Database, rows: number) =>
  db.prepare<ReadonlyArray<string | number>>(
    `INSERT INTO event (${EVENT_COLUMNS}) VALUES ${Array(rows).fill("(?, ?, ?, ?, ?, ?, ?, ?)").join(", ")}`,
  );

const headOf = (state: WriterState, stream: string): Head | undefined => {
  const cached = state.heads.get(stream);
  if (cached !== undefined) return cached;
  const streamId = state.reader.streams.idOf(stream);
  if (streamId === undefined) return undefined;
  const last = state.reader.lastEvent({ stream, streamId });
  if (last === undefined) return undefined;
  const { revision, position, hash } = last;
  return { streamId, revision, position, hash };
};

const forget = (state: WriterState): void => {
  state.heads.clear();
  state.lastPosition = undefined;
};

/** Writes the rows and returns the new head; in the caller's transaction. */
const insertRows = (
  state: WriterState,
  stream: string,
  head: Head | undefined,
  events: ReadonlyArray<WrittenEvent>,
): Head => {
  const streamId =
    head?.streamId ?? state.reader.streams.idOf(stream) ?? state.reader.streams.create(stream);
  let revision = head?.revision ?? -1;
  let position = state.lastPosition ?? state.reader.lastPosition();
  let hash = head?.hash ?? GENESIS_HASH;
  let rows: (string | number)[] = [];
  let waiting = 0;
  const marks: [mark: string, position: number][] = [];
  const singlesFrom = events.length - (events.length % ROWS_PER_INSERT);
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined) continue;
    const { id, type, metadata, data, erased } = event;
    revision += 1;
    position += 1;
    const chained = { stream, revision, id, type, metadata, data };
    hash = chainHash(hash, erased === undefined ? chained : { ...chained, erased });
    if (erased !== undefined) marks.push([erasedMark(hash, erased, data), position]);
    rows.push(position, streamId, revision, id, type, metadata, data, hash);
    waiting += 1;
    if (index >= singlesFrom) state.insertOne.run(...rows);
    else if (waiting === ROWS_PER_INSERT) state.insertMany.run(...rows);
    else continue;
    rows = [];
    waiting = 0;
  }
  for (const [mark, at] of marks) state.markErased.run(mark, at);
  return { streamId, revision, position, hash };
};

interface Outcome extends Written {
  readonly streamId: number;
}

const write = (
  state: WriterState,
  stream: string,
  expected: ExpectedRevision,
  events: ReadonlyArray<WrittenEvent>,
): Either<StoreError, Outcome> => {
  // Only inside the transaction other processes cannot write.
  if (state.shared) forget(state);
  const head = headOf(state, stream);
  const streamId = head?.streamId ?? 0;
  const placement = placeAppend(
    {
      stream,
      head: head?.revision ?? -1,
      idAt: (revision) => state.reader.idAt(streamId, revision),
    },
    expected,
    events,
  );
  if (isLeft(placement)) return placement;
  if (placement.right.kind === "append") {
    const appended = insertRows(state, stream, head, events);
    return right({ appended, streamId: appended.streamId, fresh: true });
  }
  const { lastRevision } = placement.right;
  const standing = state.reader.eventAt({ stream, streamId }, lastRevision);
  if (standing === undefined) return left(damagedAt(stream, lastRevision, 0, UNREADABLE));
  return right({ appended: standing, streamId, fresh: false });
};

const attempt = (
  state: WriterState,
  stream: string,
  expected: ExpectedRevision,
  events: ReadonlyArray<WrittenEvent>,
): Either<TransactionError, Either<StoreError, Outcome>> => {
  const head = state.heads.get(stream);
  const place = {
    stream,
    revision: (head?.revision ?? -1) + 1,
    position: (state.lastPosition ?? 0) + 1,
  };
  return inTransaction(state.control, place, () => write(state, stream, expected, events));
};

const append = (
  state: WriterState,
  stream: string,
  expected: ExpectedRevision,
  events: ReadonlyArray<WrittenEvent>,
): Either<StoreError, Written> => {
  let tried = attempt(state, stream, expected, events);
  if (isLeft(tried)) {
    forget(state);
    // A writer without the lock was here: reads again and retries, once.
    if (tried.left.constraint) tried = attempt(state, stream, expected, events);
  }
  if (isLeft(tried)) {
    forget(state);
    return left(tried.left.error);
  }
  if (isLeft(tried.right)) return tried.right;
  const { appended, streamId, fresh } = tried.right.right;
  const { revision, position, hash } = appended;
  if (fresh) {
    state.heads.set(stream, { streamId, revision, position, hash });
    state.lastPosition = position;
  }
  return right({ appended: { revision, position, hash }, fresh });
};

/**
 * Prepares the statements.
 *
 * @param shared whether other connections may write as well, so that nothing may be cached between
 * transactions
 */
export const createWriter = (db: Database, reader: Reader, shared: boolean): Writer => {
  const state: WriterState = {
    reader,
    shared,
    control: transactionControl(db),
    insertOne: insertStatement(db, 1),
    insertMany: insertStatement(db, ROWS_PER_INSERT),
    markErased: db.prepare("UPDATE event SET erased = ? WHERE position = ?"),
    heads: boundedMap(MAX_CACHED_HEADS),
    lastPosition: undefined,
  };
  return { append: (stream, expected, events) => append(state, stream, expected, events) };
};
