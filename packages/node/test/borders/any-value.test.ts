import { expect } from "chai";
import { decodeLedgerEvent } from "@tallystick/core";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { openStore } from "../../src/open/journal/open-store.js";
import { defaultLedgerConfig } from "../../src/ledger/ledger-config.js";
import type { Ledger, LedgerOptions } from "../../src/ledger/ledger.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { fittingArguments } from "./fitting-arguments.js";
import { callWithAnything } from "./call-with-anything.js";
import { functionsOf } from "./hostile-values.js";
import {
  afterwards,
  allocate,
  commit,
  contractAt,
  iouBy,
  journalOf,
  optionsOf,
  rightOf,
  tempFolder,
} from "../test-ledger.js";

const openOn = async (options: LedgerOptions): Promise<Ledger> => {
  const ledger = rightOf(await openLedger(optionsOf(options)));
  afterwards(() => ledger.close());
  return ledger;
};

/** Calls functions with any values, while the ledger must stay ready; gives what still waits. */
const callAll = async (ledger: Ledger, party: string): Promise<ReadonlyArray<Promise<void>>> => {
  const { completionOffset } = await commit(ledger, iouBy(party, party, "first"));
  const known = fittingArguments(party, await contractAt(ledger, party, completionOffset));
  const functions = functionsOf(ledger).filter(({ path }) => path !== "close");
  return callWithAnything(functions, known, 400, () =>
    expect(ledger.unreadyReason()).to.equal(undefined),
  );
};

const storeOf = async ({ store, data }: LedgerOptions): Promise<EventStore> =>
  store ??
  rightOf(await openStore({ data, stores: [], config: defaultLedgerConfig, readOnly: true }));

describe("Any value given to any function of a ledger", () => {
  const stores: ReadonlyArray<readonly [string, () => LedgerOptions]> = [
    ["in memory", () => ({ store: inMemoryStore() })],
    ["in SQLite", () => ({ data: tempFolder() })],
  ];
  for (const [place, optionsFor] of stores) {
    it(`is an answer: the ledger ${place} stays ready and its journal can be read`, async () => {
      const options = optionsFor();
      const ledger = await openOn(options);
      const party = await allocate(ledger, "any");
      const pending = await callAll(ledger, party);
      await commit(ledger, iouBy(party, party, "after"));
      const end = ledger.ledgerEnd();
      await ledger.close();
      await Promise.all(pending);

      const again = await openOn(options);
      expect(again.ledgerEnd()).to.equal(end);
      await commit(again, iouBy(party, party, "after reopening"));
      await again.close();
      const store = await storeOf(options);
      for (const { type, data, revision } of await journalOf(store))
        rightOf(decodeLedgerEvent(type, data, revision + 1));
      await store.close();
    });
  }
});
