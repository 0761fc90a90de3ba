import {
  dataDigest,
  type Erasure,
  type RecordedEvent,
  type StoreError,
} from "@tallystick/event-store";
import type { Database } from "@tallystick/sqlite";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Reader } from "../reading/reader.js";
import { errorOf, type Place, WHOLE_FILE } from "../files/sqlite-error.js";
import {
  BROKEN_HASH,
  continuesChain,
  damagedAt,
  erasedMark,
  EVENT_COLUMNS,
  UNREADABLE,
} from "../reading/stored-event.js";
import { inTransaction, transactionControl } from "./transaction.js";

/** Pages freed in one step: a few milliseconds. */
const PAGES_PER_STEP = 128;

export interface Eraser {
  erase(stream: string, erasures: ReadonlyArray<Erasure>): Either<StoreError, void>;
  /** See `Erasing`. */
  shrink(): Either<StoreError, boolean>;
}

interface Rewrite {
  readonly event: RecordedEvent;
  readonly data: string;
}

/** The events to rewrite: those not erased before, each checked against its hash. */
const rewritesOf = (
  reader: Reader,
  stream: string,
  streamId: number,
  erasures: ReadonlyArray<Erasure>,
): Either<StoreError, ReadonlyArray<Rewrite>> => {
  const rewrites: Rewrite[] = [];
  for (const { revision, data } of erasures) {
    const event = reader.eventAt({ stream, streamId }, revision);
    if (event === undefined) {
      return reader.idAt(streamId, revision) === undefined
        ? noEvent(stream, revision)
        : left(damagedAt(stream, revision, 0, UNREADABLE));
    }
    if (event.erased !== undefined) continue;
    // Damaged data must not get a digest.
    if (!continuesChain(event, reader.cursorAt(streamId, revision).hash))
      return left(damagedAt(stream, revision, event.position, BROKEN_HASH));
    rewrites.push({ event, data });
  }
  return right(rewrites);
};

const noEvent = (stream: string, revision: number): Either<StoreError, never> =>
  left({ kind: "invalid", reason: `${stream} has no event at revision ${revision}` });

const rewriting = (db: Database) => {
  const remove = db.prepare<[number]>("DELETE FROM event WHERE position = ?");
  const insert = db.prepare<(string | number)[]>(
    `INSERT INTO event (${EVENT_COLUMNS}, erased) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (streamId: number, rewrites: ReadonlyArray<Rewrite>): void => {
    // Deleting and inserting rows frees whole pages; an update in place does not.
    for (const { event } of rewrites) remove.run(event.position);
    for (const { event, data } of rewrites) {
      const { position, revision, id, type, metadata, hash } = event;
      const mark = erasedMark(hash, dataDigest(event.data), data);
      insert.run(position, streamId, revision, id, type, metadata, data, hash, mark);
    }
  };
};

const shrink = (db: Database): Either<StoreError, boolean> => {
  try {
    db.pragma(`incremental_vacuum(${PAGES_PER_STEP})`);
    const isMore = Number(db.pragma("freelist_count")) > 0;
    if (!isMore) db.checkpoint("PASSIVE");
    return right(isMore);
  } catch (error) {
    return left(errorOf(error, WHOLE_FILE, "known"));
  }
};

export const createEraser = (db: Database, reader: Reader): Eraser => {
  const control = transactionControl(db);
  const rewrite = rewriting(db);
  return {
    erase: (stream, erasures) => {
      const [first] = erasures;
      if (first === undefined) return right(undefined);
      const place: Place = { stream, revision: first.revision, position: 0 };
      const erased = inTransaction(control, place, (): Either<StoreError, void> => {
        const streamId = reader.streams.idOf(stream);
        if (streamId === undefined) return noEvent(stream, first.revision);
        const rewrites = rewritesOf(reader, stream, streamId, erasures);
        if (isLeft(rewrites)) return rewrites;
        rewrite(streamId, rewrites.right);
        return right(undefined);
      });
      return isLeft(erased) ? left(erased.left.error) : erased.right;
    },
    shrink: () => shrink(db),
  };
};
