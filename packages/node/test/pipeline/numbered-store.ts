import { type EventStore, inMemoryStore, type RecordedEvent } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { right } from "fp-ts/lib/Either.js";

/** Entries that say nothing. */
export const entriesFrom = (first: number, count: number): ReadonlyArray<JournalEntry> =>
  Array.from({ length: count }, (_, at) => ({ offset: first + at, type: "T", data: "{}" }));

/** A store with a stream of so many numbers; notes from where it is read. */
export const numberedStore = (end: () => number, reads: Array<number>): EventStore => ({
  ...inMemoryStore(),
  async *readStream(stream, read) {
    reads.push(read?.from ?? 0);
    for (let at = read?.from ?? 0; at < end(); at += 1_000) {
      yield right(
        entriesFrom(at + 1, Math.min(1_000, end() - at)).map(
          ({ offset, type, data }): RecordedEvent => ({
            id: "",
            stream,
            revision: offset - 1,
            position: offset,
            type,
            data,
            metadata: "",
            hash: "",
          }),
        ),
      );
    }
  },
});
