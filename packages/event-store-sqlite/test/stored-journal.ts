import type { RecordedEvent } from "@tallystick/event-store";
import type { Database } from "@tallystick/sqlite";
import { openDatabase } from "../src/files/database.js";
import { createReader, type Reader } from "../src/reading/reader.js";
import { createWriter, type Writer } from "../src/writing/writer.js";
import { newEvents, rightOf } from "./journal-files.js";

/** A journal in memory with its reader and writer. */
interface StoredJournal {
  readonly db: Database;
  readonly reader: Reader;
  readonly writer: Writer;
  /** Everything that was written, in order. */
  readonly events: ReadonlyArray<RecordedEvent>;
}

/**
 * A journal of appends to some streams, one after the other.
 *
 * @param appends name of the stream and number of events of each
 */
export const storedJournal = (
  appends: ReadonlyArray<readonly [stream: string, count: number]>,
  verify = true,
): StoredJournal => {
  const db = rightOf(openDatabase(":memory:", 0));
  const reader = createReader(db, verify);
  const writer = createWriter(db, reader, false);
  const heads = new Map<string, number>();
  for (const [stream, count] of appends) {
    const head = heads.get(stream);
    rightOf(writer.append(stream, head ?? "no-stream", newEvents(count)));
    heads.set(stream, (head ?? -1) + count);
  }
  return { db, reader, writer, events: allIn(db) };
};

const allIn = (db: Database): ReadonlyArray<RecordedEvent> =>
  db
    .prepare<[], RecordedEvent>(
      "SELECT name AS stream, revision, position, id, type, metadata, data, hash FROM event JOIN stream USING (stream_id) ORDER BY position",
    )
    .all();

/** The reference of a stream that is there. */
export const refOf = ({ reader }: StoredJournal, stream: string) => {
  const streamId = reader.streams.idOf(stream);
  if (streamId === undefined) throw new Error(`no stream ${stream}`);
  return { stream, streamId };
};
