import { isLeft, isRight, left, map, right } from "fp-ts/lib/Either.js";
import { dataDigest, type RecordedEvent } from "../../src/index.js";
import { type Broken, type Fault, findsAll, pages, wholeContract } from "./broken-stores.js";

/** A store whose erased events are changed. */
const erased = (change: (event: RecordedEvent) => RecordedEvent): Fault =>
  pages((events) => events.map((event) => (event.erased === undefined ? event : change(event))));

const broken: ReadonlyArray<Broken> = [
  [
    "forgets the digest of what was erased",
    erased(({ erased: _erased, ...event }) => event),
    /the chain still verifies/,
  ],
  [
    "has the digest of what is in its place",
    erased((event) => ({ ...event, erased: dataDigest(event.data) })),
    /the chain still verifies/,
  ],
  [
    "puts nothing in its place",
    erased((event) => ({ ...event, data: "" })),
    /the chain still verifies|before does not change/,
  ],
  [
    "erases again what was erased before",
    (store) => {
      const texts = new Map<number, string>();
      return {
        erase: async (stream, erasures) => {
          const done = await store.erase(stream, erasures);
          if (isRight(done)) for (const { revision, data } of erasures) texts.set(revision, data);
          return done;
        },
        async *readStream(stream, read) {
          for await (const page of store.readStream(stream, read)) {
            yield map((events: ReadonlyArray<RecordedEvent>) =>
              events.map((event) => ({ ...event, data: texts.get(event.revision) ?? event.data })),
            )(page);
          }
        },
      };
    },
    /before does not change/,
  ],
  [
    "erases the others when one is missing",
    (store) => ({
      erase: async (stream, erasures) => {
        for (const each of erasures) {
          const done = await store.erase(stream, [each]);
          if (isLeft(done)) return done;
        }
        return right(undefined);
      },
    }),
    /all are erased or none/,
  ],
  [
    "says nothing when an event is missing",
    (store) => ({
      erase: async (stream, erasures) => {
        const done = await store.erase(stream, erasures);
        return isLeft(done) && done.left.kind === "invalid" ? right(undefined) : done;
      },
    }),
    /all are erased or none/,
  ],
  [
    "does not find a repeat of what was erased",
    (store) => {
      let hasErased = false;
      return {
        erase: async (stream, erasures) => {
          hasErased ||= erasures.length > 0;
          return store.erase(stream, erasures);
        },
        append: async (stream, expected, events) =>
          hasErased && expected === "no-stream"
            ? left({ kind: "wrong-expected-revision", stream, expected, actual: 1 })
            : store.append(stream, expected, events),
      };
    },
    /a repeat of that append is recognised/,
  ],
  [
    "never has given back all space",
    () => ({ shrink: async () => right(true) }),
    /until there is no more/,
  ],
  [
    "loses events when it gives back space",
    (store) => {
      let lost = 0;
      return {
        shrink: async () => {
          lost = 1;
          return store.shrink();
        },
        async *readStream(stream, read) {
          for await (const page of store.readStream(stream, read))
            yield map((events: ReadonlyArray<RecordedEvent>) => events.slice(lost))(page);
        },
      };
    },
    /until there is no more/,
  ],
  [
    "erases after it was closed",
    () => ({ erase: async () => right(undefined) }),
    /a closed store erases nothing/,
  ],
  [
    "gives back space after it was closed",
    () => ({ shrink: async () => right(false) }),
    /a closed store erases nothing/,
  ],
];

describe("The contract of erasing finds a store that", () => {
  findsAll(wholeContract, broken);
});
