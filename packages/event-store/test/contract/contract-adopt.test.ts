import { isRight, left, right } from "fp-ts/lib/Either.js";
import { type Broken, findsAll, wholeContract } from "./broken-stores.js";

const broken: ReadonlyArray<Broken> = [
  [
    "adopts erased data as if it were the first",
    (store) => ({
      adopt: (stream, expected, events) =>
        store.adopt(
          stream,
          expected,
          events.map(({ erased: _erased, ...event }) => event),
        ),
    }),
    /adopted with their digest/,
  ],
  [
    "adopts nothing a second time",
    (store) => {
      let isAdopted = false;
      return {
        adopt: async (stream, expected, events) => {
          if (isAdopted)
            return left({ kind: "wrong-expected-revision", stream, expected, actual: 4 });
          isAdopted = true;
          return store.adopt(stream, expected, events);
        },
      };
    },
    /idempotent/,
  ],
  [
    "adopts wherever the stream ends",
    (store) => ({
      adopt: async (stream, _expected, events) => {
        const last = await store.lastEvent(stream);
        const end = isRight(last) ? last.right?.revision : undefined;
        return store.adopt(stream, end ?? "no-stream", events);
      },
    }),
    /optimistic/,
  ],
  [
    "says that it adopted after closing",
    () => ({ adopt: async () => right({ revision: 0, position: 1, hash: "" }) }),
    /a closed store adopts nothing/,
  ],
];

describe("The contract of adopting finds a store that", () => {
  findsAll(wholeContract, broken);
});
