import { mkdirSync, readdirSync, rmSync, statSync, cpSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { openLedger } from "../../src/open/open-ledger.js";
import {
  activeFor,
  allocate,
  commit,
  journalOf,
  leftOf,
  openTest,
  optionsOf,
  pingBy,
  tempFolder,
} from "../test-ledger.js";
import { storeProvider } from "@tallystick/event-store-sqlite";
import { rightOf } from "../test-ledger.js";

/**
 * A data folder with a ledger of some pings, and a copy of its journal from before the last of
 * them.
 */
const cutFolder = async () => {
  const [data, older] = [tempFolder(), tempFolder()];
  const first = await openTest({ data });
  const alice = await allocate(first, "alice");
  await commit(first, pingBy(alice, "one"));
  const end = first.ledgerEnd();
  await first.close();
  cpSync(data, older, { recursive: true });
  const second = await openTest({ data });
  await commit(second, pingBy(alice, "two"));
  await commit(second, pingBy(alice, "three"));
  const lostEnd = second.ledgerEnd();
  await second.close();
  return { data, older, alice, end, lostEnd };
};

const files = (folder: string, pattern: RegExp): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

const putBack = (data: string, older: string, pattern: RegExp): void => {
  for (const file of files(data, pattern)) rmSync(file);
  for (const file of files(older, pattern)) cpSync(file, file.replace(older, data));
};

describe("A journal that ends earlier than it once did", () => {
  for (const [what, lose] of [
    ["beside a newer snapshot and views", () => undefined],
    [
      "beside newer views",
      (data: string) => {
        rmSync(join(data, "snapshot"), { recursive: true });
      },
    ],
    [
      "beside a newer snapshot",
      (data: string) => {
        for (const file of files(data, /^views-/)) rmSync(file);
      },
    ],
  ] as const) {
    it(`is an error ${what}, until the operator accepts its end, which the journal then says`, async () => {
      const { data, older, alice, end, lostEnd } = await cutFolder();
      putBack(data, older, /^journal\.db/);
      lose(data);
      const error = leftOf(await openLedger(optionsOf({ data })));
      expect(error.kind).to.equal("store");
      expect(error.message).to.match(new RegExp(`ends at offset ${end}.*offset ${lostEnd}`));
      expect(error.message).to.contain(`--accept-journal-end ${end}`);
      const wrong = leftOf(await openLedger(optionsOf({ data, acceptJournalEnd: end + 1 })));
      expect(wrong.message).to.contain(`ends at offset ${end}`);
      const ledger = await openTest({ data, acceptJournalEnd: end });
      expect(await activeFor(ledger, alice)).to.have.length(1);
      await ledger.close();
      const store = rightOf(await storeProvider.open(data, { shared: false }));
      const journal = await journalOf(store);
      await store.close();
      expect(journal[end]?.type).to.equal("JournalRestored");
      expect(JSON.parse(journal[end]?.data ?? "")).to.include({ offset: end, lostOffset: lostEnd });
      await (await openTest({ data })).close();
    });
  }

  it("that is gone altogether is an error too, not a new ledger", async () => {
    const { data, alice } = await cutFolder();
    for (const file of files(data, /^journal\.db/)) rmSync(file);
    expect(leftOf(await openLedger(optionsOf({ data }))).message).to.match(/ends at offset 0/);
    rmSync(join(data, "snapshot"), { recursive: true });
    expect(leftOf(await openLedger(optionsOf({ data }))).message).to.match(/ends at offset 0/);
    const ledger = await openTest({ data, acceptJournalEnd: 0 });
    expect(ledger.party(alice)).to.equal(undefined);
  });
});

describe("The files of a data folder", () => {
  it("are read by their owner alone", async () => {
    const data = join(tempFolder(), "data");
    const ledger = await openTest({ data });
    await commit(ledger, pingBy(await allocate(ledger, "alice"), "one"));
    await ledger.close();
    const found = readdirSync(data, { recursive: true, encoding: "utf8" });
    expect(found.length).to.be.above(6);
    for (const name of [".", ...found]) {
      const stats = statSync(join(data, name));
      expect(stats.mode & 0o777, name).to.equal(stats.isDirectory() ? 0o700 : 0o600);
    }
  });

  it("may be in a folder that others made wider", async () => {
    const data = tempFolder();
    mkdirSync(join(data, "other"));
    await (await openTest({ data })).close();
  });
});
