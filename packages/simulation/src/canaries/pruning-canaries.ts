import type { Erasing, Erasure, EventStore } from "@tallystick/event-store";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Canary } from "../ledger/canary.js";
import { journalStream } from "../ledger/sim-world.js";
import type { Plan } from "../plan/plan.js";
import { replaced } from "./replaced.js";

const prunes = ({ steps }: Plan): boolean =>
  steps.some(({ operation }) => operation.kind === "prune");

type Erase = Erasing["erase"];

const erasing = (store: EventStore, change: (erase: Erase) => Erase): EventStore => {
  const { capabilities } = store;
  const { erasing: of } = capabilities;
  if (of === undefined) return store;
  return {
    ...store,
    capabilities: { ...capabilities, erasing: { ...of, erase: change(of.erase) } },
  };
};

/** The first transaction between some that are erased, which is kept for its contracts. */
const neededBetween = async (
  store: EventStore,
  erasures: ReadonlyArray<Erasure>,
): Promise<number | undefined> => {
  const erased = new Set(erasures.map(({ revision }) => revision));
  const last = Math.max(...erased);
  for await (const page of store.readStream(journalStream)) {
    if (isLeft(page)) return undefined;
    const found = page.right.find(
      (event) =>
        event.type === "TransactionCommitted" &&
        event.erased === undefined &&
        event.revision < last &&
        !erased.has(event.revision),
    );
    if (found !== undefined) return found.revision;
  }
  return undefined;
};

const erasesTooMuch: Canary = {
  name: "a pruning erases what is needed",
  breaks: "a transaction is erased although it created contracts that are active",
  store: (store) =>
    erasing(store, (erase) => async (stream, erasures) => {
      const more = await neededBetween(store, erasures);
      const [first] = erasures;
      return more === undefined || first === undefined
        ? erase(stream, erasures)
        : erase(stream, [...erasures, { ...first, revision: more }]);
    }),
  concerns: prunes,
};

const erasesNothing: Canary = {
  name: "a pruning erases nothing",
  breaks: "pruning reports data as erased, but keeps it",
  store: (store) => erasing(store, () => async () => right(undefined)),
  concerns: prunes,
};

const forgetsPruning: Canary = {
  name: "a pruned ledger is said to be whole",
  breaks: "a node reports that nothing was pruned",
  ledger: (ledger) => replaced(ledger, { prunedUpTo: () => 0 }),
  concerns: prunes,
};

export const pruningCanaries: ReadonlyArray<Canary> = [
  erasesTooMuch,
  erasesNothing,
  forgetsPruning,
];
