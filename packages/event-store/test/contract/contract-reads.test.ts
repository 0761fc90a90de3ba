import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import type { RecordedEvent } from "../../src/index.js";
import { type Broken, type Fault, findsAll, pages, wholeContract } from "./broken-stores.js";

/** A store whose events are changed one by one. */
const events = (change: (event: RecordedEvent) => RecordedEvent): Fault =>
  pages((page) => page.map(change));

const broken: ReadonlyArray<Broken> = [
  ["changes an id", events((event) => ({ ...event, id: event.id.toUpperCase() })), /come back/],
  [
    "changes a type",
    events((event) => ({ ...event, type: event.type.toLowerCase() })),
    /come back/,
  ],
  [
    "writes JSON again in its own way",
    events((event) => {
      try {
        return { ...event, data: JSON.stringify(JSON.parse(event.data)) };
      } catch {
        return event;
      }
    }),
    /come back/,
  ],
  [
    "brings text into another form of Unicode",
    events((event) => ({ ...event, data: event.data.normalize("NFD") })),
    /come back/,
  ],
  [
    "loses characters that are not in Latin 1",
    events((event) => ({ ...event, data: Buffer.from(event.data, "latin1").toString("latin1") })),
    /come back/,
  ],
  ["counts revisions from 1", events((event) => ({ ...event, revision: event.revision + 1 })), /./],
  [
    "chains each event to the first",
    pages((page) => page.map((event) => ({ ...event, hash: page[0]?.hash ?? "" }))),
    /hash is chained/,
  ],
  [
    "reads one page and no more",
    (store) => ({
      async *readStream(stream, read) {
        for await (const page of store.readStream(stream, read)) {
          yield page;
          return;
        }
      },
    }),
    /several pages is read whole/,
  ],
  [
    "leaves out the event where a read backwards begins",
    (store) => ({
      readStream: (stream, read = {}) =>
        read.direction === "backwards" && read.from !== undefined
          ? store.readStream(stream, { ...read, from: read.from - 1 })
          : store.readStream(stream, read),
    }),
    /reading a stream of six with .*backwards/,
  ],
  [
    "leaves out the event where a read begins",
    (store) => ({
      readStream: (stream, read = {}) =>
        read.direction !== "backwards" && read.from !== undefined
          ? store.readStream(stream, { ...read, from: read.from + 1 })
          : store.readStream(stream, read),
    }),
    /reading a stream of six with .*from/,
  ],
  [
    "begins nowhere when a read begins past the end backwards",
    (store) => ({
      readStream: (stream, read = {}) =>
        store.readStream(stream, (read.from ?? 0) > 50 ? { ...read, maxCount: 0 } : read),
    }),
    /reading a stream of six with .*99/,
  ],
  [
    "takes a count of 0 for no limit",
    (store) => ({
      readStream: (stream, read = {}) => {
        const { maxCount, ...rest } = read;
        return store.readStream(stream, maxCount === 0 ? rest : read);
      },
    }),
    /maxCount":0/,
  ],
  [
    "has a last event where there is none",
    (store) => ({
      lastEvent: async (stream) => {
        const last = await store.lastEvent(stream);
        if (isLeft(last) || last.right !== undefined) return last;
        const place = { stream, revision: 0, position: 0, hash: "" };
        return right({ id: "", type: "", data: "", metadata: "", ...place });
      },
    }),
    /has no last event/,
  ],
  [
    "reads after it was closed",
    (store) => {
      let kept: ReadonlyArray<RecordedEvent> = [];
      return {
        async *readStream(stream, read) {
          for await (const page of store.readStream(stream, read)) {
            if (isRight(page)) kept = page.right;
            yield isLeft(page) ? right(kept) : page;
          }
        },
      };
    },
    /a closed store answers/,
  ],
  [
    "cannot be closed twice",
    (store) => {
      let closings = 0;
      return {
        close: async () => {
          closings += 1;
          if (closings > 1) throw new Error("closed already");
          await store.close();
        },
      };
    },
    /can be closed twice/,
  ],
];

describe("The contract of reads finds a store that", () => {
  findsAll(wholeContract, broken);
});
