import { expect } from "chai";
import fc from "fast-check";
import { decodeLedgerEvent } from "@tallystick/core";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { openStore } from "../../src/open/journal/open-store.js";
import { defaultLedgerConfig } from "../../src/ledger/ledger-config.js";
import type { Ledger, LedgerOptions } from "../../src/ledger/ledger.js";
import { LedgerFailure } from "../../src/ledger/or-throw.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { fittingArguments } from "./fitting-arguments.js";
import { anyValue, functionsOf, type PublicFunction, withPart } from "./hostile-values.js";
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
  turns,
} from "../test-ledger.js";

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** Everything a call gives, as long as it does not wait. Only a `LedgerFailure` may be thrown. */
const drain = async (
  { path, call }: PublicFunction,
  args: ReadonlyArray<unknown>,
): Promise<{ readonly running: Promise<void> }> => {
  const run = async (): Promise<void> => {
    try {
      const answer = call(...args);
      if (!isAsyncIterable(answer)) await answer;
      else for await (const _item of answer) continue;
    } catch (thrown) {
      if (!(thrown instanceof LedgerFailure)) throw new Error(`${path} threw`, { cause: thrown });
    }
  };
  const running = run();
  // what waits for events or a time is left to wait: closing ends it
  await Promise.race([running, turns(200)]);
  return { running };
};

const openOn = async (options: LedgerOptions): Promise<Ledger> => {
  const ledger = rightOf(await openLedger(optionsOf(options)));
  afterwards(() => ledger.close());
  return ledger;
};

/** Calls functions with any values, while the ledger must stay ready; gives what still waits. */
const callAll = async (ledger: Ledger, party: string): Promise<ReadonlyArray<Promise<void>>> => {
  const pending: Array<Promise<void>> = [];
  const { completionOffset } = await commit(ledger, iouBy(party, party, "first"));
  const known = fittingArguments(party, await contractAt(ledger, party, completionOffset));
  const functions = functionsOf(ledger).filter(({ path }) => path !== "close");
  expect(functions.map(({ path }) => path)).to.include.members(Object.keys(known));
  const drawn = fc.record({
    of: fc.constantFrom(...functions),
    at: fc.array(fc.nat(9), { minLength: 1, maxLength: 7 }),
    part: anyValue,
    others: fc.array(anyValue, { maxLength: 4 }),
    isFree: fc.boolean(),
  });
  const seed = Number(process.env["TALLYSTICK_SEED"] ?? Date.now() % 1_000_000_000);
  await fc.assert(
    fc.asyncProperty(drawn, async ({ of, at, part, others, isFree }) => {
      const fits = known[of.path];
      const isRandom = fits === undefined || isFree;
      const args = isRandom ? others.map((make) => make()) : withPart(fits, at, part());
      pending.push((await drain(of, Array.isArray(args) ? args : [args])).running);
      expect(ledger.unreadyReason()).to.equal(undefined);
    }),
    { seed, numRuns: 400 },
  );
  return pending;
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
    }).timeout(600_000);
  }
});
