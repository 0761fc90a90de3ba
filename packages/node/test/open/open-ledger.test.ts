import { join } from "node:path";
import type { EventStore, StoreProvider } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { openWalletViews } from "@tallystick/views/wallet";
import { expect } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { LedgerOptions } from "../../src/ledger/ledger.js";
import { openLedger } from "../../src/open/open-ledger.js";
import {
  allocate,
  commit,
  openTest,
  optionsOf,
  pingBy,
  rightOf,
  tempFolder,
} from "../test-ledger.js";

const unavailable = left({
  kind: "unavailable",
  outcome: "known",
  reason: "the test broke it",
} as const);

/** SQLite whose call with this number, of those that read or write events, fails. */
const brokenAt = (broken: number) => {
  const calls = { count: 0, open: 0 };
  const isBroken = (): boolean => {
    calls.count += 1;
    return calls.count === broken;
  };
  const changed = (store: EventStore): EventStore => ({
    ...store,
    readStream: (...asked) =>
      isBroken()
        ? (async function* () {
            yield unavailable;
          })()
        : store.readStream(...asked),
    lastEvent: async (...asked) => (isBroken() ? unavailable : store.lastEvent(...asked)),
    append: async (...given) => (isBroken() ? unavailable : store.append(...given)),
    close: async () => {
      calls.open -= 1;
      await store.close();
    },
  });
  const provider: StoreProvider = {
    scheme: "sqlite",
    open: async (folder) => {
      const opened = await sqliteStore({ file: join(folder, "journal.db") });
      calls.open += 1;
      return isLeft(opened) ? opened : { ...opened, right: changed(opened.right) };
    },
  };
  return { stores: [provider], calls };
};

/** Opens with one projection more, whose views are a file next to the ledger's. */
const openWith = async (data: string, options: Partial<LedgerOptions>) => {
  const views = rightOf(openWalletViews(join(data, "wallet.db"), "main"));
  const more = { data, projections: [views], config: { appendRetries: 0 }, ...options };
  try {
    const opened = await openLedger(optionsOf(more));
    if (!isLeft(opened)) await opened.right.close();
    return opened;
  } finally {
    await views.close();
  }
};

const filledFolder = async (): Promise<string> => {
  const data = tempFolder();
  const ledger = await openTest({ data });
  await commit(ledger, pingBy(await allocate(ledger, "alice"), "ping"));
  await ledger.close();
  return data;
};

describe("A ledger that cannot be opened", () => {
  for (const [what, folder] of [
    ["an empty folder", async () => tempFolder()],
    ["a folder with a ledger", filledFolder],
  ] as const) {
    it(`on ${what}, whichever call of its store fails, closes all it has opened`, async () => {
      let errors = 0;
      for (let broken = 1; ; broken++) {
        const data = await folder();
        const { stores, calls } = brokenAt(broken);
        const opened = await openWith(data, { stores });
        expect(calls.open, `call ${broken}`).to.equal(0);
        if (isLeft(opened)) errors += 1;
        // locks of journal, views and snapshot are free again
        rightOf(await openWith(data, {}));
        if (calls.count < broken) break;
      }
      expect(errors).to.be.greaterThan(2);
    });
  }
});
