import { isLeft, isRight, map } from "fp-ts/lib/Either.js";
import type { RecordedEvent } from "../../src/index.js";
import { type Broken, type Fault, findsAll, wholeContract } from "./broken-stores.js";

/** A store whose pages of all streams are changed. */
const pages =
  (change: (events: ReadonlyArray<RecordedEvent>) => ReadonlyArray<RecordedEvent>): Fault =>
  (store) => ({
    async *readAll(read) {
      for await (const page of store.readAll(read)) {
        const changed = map(change)(page);
        if (isLeft(changed) || changed.right.length > 0) yield changed;
      }
    },
  });

const broken: ReadonlyArray<Broken> = [
  [
    "reads one stream after the other",
    pages((events) => events.toSorted((a, b) => (a.stream < b.stream ? -1 : 1))),
    /in the order of writing/,
  ],
  [
    "counts positions in each stream",
    pages((events) => events.map((event) => ({ ...event, position: event.revision + 1 }))),
    /positions ascending|the same position/,
  ],
  [
    "counts positions from 0",
    pages((events) => events.map((event) => ({ ...event, position: event.position - 1 }))),
    /positions ascending|the same position/,
  ],
  [
    "counts revisions over all streams",
    pages((events) => events.map((event) => ({ ...event, revision: event.position - 1 }))),
    /the same position/,
  ],
  [
    "reads the same both ways",
    (store) => ({ readAll: ({ direction: _direction, ...read } = {}) => store.readAll(read) }),
    /in the order of writing|from a position/,
  ],
  [
    "ignores how many events are wanted",
    (store) => ({ readAll: ({ maxCount: _maxCount, ...read } = {}) => store.readAll(read) }),
    /from a position/,
  ],
  [
    "leaves out the event at the position",
    (store) => ({
      readAll: (read = {}) =>
        store.readAll(read.from === undefined ? read : { ...read, from: read.from + 1 }),
    }),
    /from a position/,
  ],
  [
    "leaves out a stream",
    pages((events) => events.filter(({ stream }) => stream !== "b")),
    /in the order of writing/,
  ],
  [
    "calls listeners for one stream alone",
    (store) => ({
      onAppend: (wake) => {
        let calls = 0;
        return store.onAppend(() => {
          calls += 1;
          if (calls === 1) wake();
        });
      },
    }),
    /calls the listeners/,
  ],
  [
    "takes off all listeners when one stops",
    (store) => {
      const stops: Array<() => void> = [];
      return {
        onAppend: (wake) => {
          stops.push(store.onAppend(wake));
          return () => {
            for (const stop of stops) stop();
          };
        },
      };
    },
    /until they unsubscribe/,
  ],
  [
    "cannot take off a listener twice",
    (store) => ({
      onAppend: (wake) => {
        const stop = store.onAppend(wake);
        let stopped = false;
        return () => {
          if (stopped) throw new Error("it has stopped");
          stopped = true;
          stop();
        };
      },
    }),
    /until they unsubscribe/,
  ],
  [
    "calls nobody when it closes",
    (store) => {
      let isClosing = false;
      return {
        onAppend: (wake) => store.onAppend(() => (isClosing ? undefined : wake())),
        close: async () => {
          isClosing = true;
          await store.close();
        },
      };
    },
    /a closed store calls the listeners/,
  ],
  [
    "reads all streams after it was closed",
    (store) => ({
      async *readAll(read) {
        for await (const page of store.readAll(read)) if (isRight(page)) yield page;
      },
    }),
    /a closed store/,
  ],
];

describe("The contract of the order of all streams finds a store that", () => {
  findsAll(wholeContract, broken);
});
