import { existsSync } from "node:fs";
import { join } from "node:path";
import { inMemoryStore, type StoreOpening, type StoreProvider } from "@tallystick/event-store";
import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { openLedger } from "../../../src/open/open-ledger.js";
import { openStore } from "../../../src/open/journal/open-store.js";
import {
  activeFor,
  allocate,
  commit,
  leftOf,
  openTest,
  optionsOf,
  pingBy,
  rightOf,
  tempFolder,
} from "../../test-ledger.js";

const choiceOf = (journal: string, data?: string, stores: ReadonlyArray<StoreProvider> = []) => ({
  data,
  stores,
  config: { journal, sharedJournal: false },
  acceptsLoss: false,
  notice: () => undefined,
});

describe("The store of a ledger", () => {
  it("is memory without a folder, SQLite in the folder with one, and what the address says before both", async () => {
    const data = tempFolder();
    const elsewhere = tempFolder();
    await rightOf(await openStore(choiceOf(""))).close();
    await rightOf(await openStore(choiceOf("", data))).close();
    await rightOf(await openStore(choiceOf(`sqlite:${elsewhere}`, data))).close();
    await rightOf(await openStore(choiceOf("memory:", data))).close();
    expect([data, elsewhere].map((folder) => existsSync(join(folder, "journal.db")))).to.deep.equal(
      [true, true],
    );
  });

  it("comes from a provider that was given, which gets the place and whether others write too", async () => {
    const asked: Array<readonly [string, StoreOpening]> = [];
    const store = inMemoryStore();
    const mine: StoreProvider = {
      scheme: "mine",
      open: async (place, opening) => {
        asked.push([place, opening]);
        return right(store);
      },
    };
    expect(rightOf(await openStore(choiceOf("mine://host?a=b", undefined, [mine])))).to.equal(
      store,
    );
    const [[place, opening] = []] = asked;
    expect(place).to.equal("//host?a=b");
    expect(opening).to.include({ shared: false, acceptsLoss: false });
  });

  for (const [address, expected] of [
    ["./data", /expected <scheme>:<place>.*found ".\/data"/],
    ["nosuch:thing", /no store for the scheme "nosuch".*@tallystick\/event-store-nosuch/],
  ] as const) {
    it(`is an error for "${address}" that says what to do`, async () => {
      const error = leftOf(await openLedger(optionsOf({ config: { journal: address } })));
      expect(error.kind).to.equal("config");
      expect(error.message).to.match(expected);
    });
  }

  it("may be elsewhere while the views are files in the data folder, tied to that journal", async () => {
    const data = tempFolder();
    const journal = `sqlite:${tempFolder()}`;
    const ledger = await openTest({ data, config: { journal } });
    const alice = await allocate(ledger, "alice");
    await commit(ledger, pingBy(alice, "one"));
    expect(await activeFor(ledger, alice)).to.have.length(1);
    await ledger.close();
    expect(existsSync(join(data, "journal.db"))).to.equal(false);
    const config = { journal: `sqlite:${tempFolder()}` };
    expect(leftOf(await openLedger(optionsOf({ data, config }))).message).to.match(
      /ends at offset 0/,
    );
    const other = await openTest({ data, config, acceptJournalEnd: 0 });
    expect(await activeFor(other, alice)).to.have.length(0);
    await other.close();
    const again = await openTest({ data, config: { journal } });
    expect(await activeFor(again, alice)).to.have.length(1);
  });
});
