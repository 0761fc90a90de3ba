import { isLeft, isRight, left, map, right } from "fp-ts/lib/Either.js";
import type { RecordedEvent } from "../../src/index.js";
import { type Broken, type Fault, findsAll, wholeContract } from "./broken-stores.js";

/** A store whose events of a read at once are changed. */
const found =
  (change: (events: ReadonlyArray<RecordedEvent>) => ReadonlyArray<RecordedEvent>): Fault =>
  (store) => ({ readNow: (...read) => map(change)(store.readNow(...read)) });

const broken: ReadonlyArray<Broken> = [
  ["reads backwards", found((events) => events.toReversed()), /gives the same as pages/],
  [
    "repeats an event",
    found((events) => [...events.slice(0, 1), ...events]),
    /gives the same as pages/,
  ],
  [
    "has events without their hash",
    found((events) => events.map((event) => ({ ...event, hash: "" }))),
    /gives the same as pages/,
  ],
  [
    "begins after the revision",
    (store) => ({
      readNow: (stream, from, maxCount) => store.readNow(stream, from + 1, maxCount),
    }),
    /gives the same as pages/,
  ],
  [
    "gives more than was wanted",
    (store) => ({
      readNow: (stream, from, maxCount) => store.readNow(stream, from, maxCount + 1),
    }),
    /gives the same as pages|a limit of 0/,
  ],
  [
    "reads on however long the data is",
    (store) => ({ readNow: (stream, from, maxCount) => store.readNow(stream, from, maxCount) }),
    /reaches the length/,
  ],
  [
    "has an error for a stream that is missing",
    (store) => ({
      readNow: (stream, from, maxCount) => {
        const read = store.readNow(stream, from, maxCount);
        const isNone = isRight(read) && read.right.length === 0;
        return isNone ? left({ kind: "invalid", reason: "no such stream" }) : read;
      },
    }),
    /a missing stream/,
  ],
  [
    "reads a few events of many and then none",
    (store) => ({
      readNow: (stream, from, maxCount) => store.readNow(stream, from, from > 50 ? 0 : maxCount),
    }),
    /many events are read/,
  ],
  [
    "reads at once after closing",
    (store) => ({
      readNow: (...read) => {
        const events = store.readNow(...read);
        return isLeft(events) ? right([]) : events;
      },
    }),
    /a closed store reads nothing/,
  ],
  [
    "reads events that are far apart in the order of the stream",
    (store) => ({
      readNowAt: (stream, revisions, ...more) =>
        store.readNowAt(
          stream,
          revisions.toSorted((a, b) => a - b),
          ...more,
        ),
    }),
    /in the order of their revisions/,
  ],
  [
    "reads events that are far apart however long they are",
    (store) => ({ readNowAt: (stream, revisions) => store.readNowAt(stream, revisions) }),
    /in the order of their revisions/,
  ],
  [
    "passes over events that are missing",
    (store) => ({
      readNowAt: (stream, revisions, ...more) =>
        store.readNowAt(
          stream,
          revisions.filter((revision) => revision < 5 || revision > 9),
          ...more,
        ),
    }),
    /ends before the first|in the order/,
  ],
];

describe("The contract of synchronous reads finds a store that", () => {
  findsAll(wholeContract, broken);
});
