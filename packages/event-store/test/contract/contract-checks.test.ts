import { isRight, left, right } from "fp-ts/lib/Either.js";
import { type Broken, findsAll, wholeContract } from "./broken-stores.js";

const broken: ReadonlyArray<Broken> = [
  [
    "has a probe that appends",
    (store) => ({
      probe: () => {
        void store.append("ledger-1", 1, [{ id: "a", type: "A", data: "{}", metadata: "" }]);
        return right(undefined);
      },
    }),
    /changes nothing/,
  ],
  [
    "has a probe that fails while it is usable",
    () => ({ probe: () => left({ kind: "in-use", reason: "by another" }) }),
    /a probe finds nothing/,
  ],
  [
    "has a probe that finds nothing after closing",
    () => ({ probe: () => right(undefined) }),
    /a probe of a closed store/,
  ],
  [
    "counts revisions from 1 in a look",
    (store) => ({
      leader: () => undefined,
      look: async (stream) => {
        const last = await store.lastEvent(stream);
        return isRight(last) ? right((last.right?.revision ?? -1) + 1) : last;
      },
    }),
    /the last revision/,
  ],
  ["looks after closing", () => ({ look: async () => right(2) }), /the last revision/],
  ["shows the password", () => ({ address: "esdb://ledger:secret@host" }), /the last revision/],
  ["names another bound", () => ({ maxAppendBytes: 1 }), /too large/],
  [
    "leaves a stream out of their names",
    () => ({ streamNames: () => right(["ledger-1"]) }),
    /names its streams/,
  ],
  [
    "finds damage where there is none",
    () => ({ checkFiles: async () => right([{ where: "head", message: "it is cut" } as const]) }),
    /finds no damage/,
  ],
  ["cannot be ended", () => ({ checkFiles: async () => right([]) }), /a check that is ended/],
  [
    "names streams after closing",
    () => ({ streamNames: () => right([]) }),
    /one of a closed store/,
  ],
];

describe("The contract of checks finds a store that", () => {
  findsAll(wholeContract, broken);
});
