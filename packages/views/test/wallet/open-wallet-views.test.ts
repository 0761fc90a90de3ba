import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { JournalEntry } from "../../src/interface/views.js";
import type { WalletViews } from "../../src/wallet/wallet-views.js";
import { openWalletViews } from "../../src/wallet/open-wallet-views.js";
import { flipBit, numbersFrom } from "../flipped-bits.js";
import { entriesOf, idNamed, leftOf, rightOf } from "../journal-fixture.js";
import { amulet, walletHistory } from "./wallet-journal.js";
import { type WalletAnswer, walletAnswers } from "./wallet-questions.js";

const length = 300;
const entries = entriesOf(walletHistory(length)).map((entry) => ({
  ...entry,
  hash: `hash of ${entry.offset}`,
}));
const journal = "0123";

const begun = (file = ":memory:", upTo = length, of = journal): WalletViews => {
  const views = rightOf(openWalletViews(file));
  views.begin(of, upTo);
  return views;
};

const foldAll = async (
  views: WalletViews,
  all: ReadonlyArray<JournalEntry> = entries,
  step = 40,
): Promise<void> => {
  while (views.checkpoint() < all.length) {
    const from = views.checkpoint();
    const folded = await views.fold(all.slice(from, from + step));
    if (isLeft(folded) && folded.left.kind !== "damaged") throw new Error(folded.left.message);
  }
};

const answersOf = (views: WalletViews) => walletAnswers(views, length);

describe("Wallet views", () => {
  let folder: string;
  let file: string;
  let truth: ReadonlyArray<WalletAnswer>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "wallet-views-"));
    file = join(folder, "wallet.db");
    const views = begun();
    await foldAll(views);
    truth = answersOf(views);
    await views.close();
  });
  afterEach(() => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("have contracts, histories, tracking ids and outcomes of the journal", async () => {
    const views = begun();
    await foldAll(views);
    expect(truth).to.not.include("unreadable");
    expect(views.contractsOf(amulet, "carol").length).to.be.above(5);
    expect(views.contract(idNamed("coin7"))).to.equal(undefined);
    expect(views.contract(idNamed(`coin${length - 4}`))?.signatories).to.include("dso");
    expect(views.outcome("tap-1")).to.equal(1);
    const newest = views.historyBefore("bob", undefined, 1_000);
    expect(newest.length).to.be.above(20);
    for (const { seq, item } of newest)
      expect(views.historyPlace("bob", item.event_id)).to.equal(seq);
    expect(views.tracked("alice", "transfer-offer", "tracking-3")).to.deep.include({
      status: "created",
    });
    expect(views.trackedByOther("bob", "transfer-offer", "tracking-3")).to.deep.include({
      status: "created",
    });
    expect(views.tracked("bob", "transfer-offer", "tracking-3")).to.equal(undefined);
    expect(views.checkpointHash()).to.equal(`hash of ${length}`);
    expect(rightOf(views.check())).to.equal(undefined);
    await views.close();
  });

  for (const step of [1, 7, length]) {
    it(`answer the same when ${step} entries are folded at once`, async () => {
      const views = begun();
      await foldAll(views, entries, step);
      expect(answersOf(views)).to.deep.equal(truth);
      await views.close();
    });
  }

  it("answer the same after they were closed anywhere on the way", async () => {
    for (const upTo of [0, 1, 50, 299, length]) {
      const first = begun(file);
      await foldAll(first, entries.slice(0, upTo));
      await first.close();
      const second = begun(file);
      expect(second.checkpoint()).to.equal(upTo);
      await foldAll(second);
      expect(answersOf(second)).to.deep.equal(truth);
      await second.close();
      rmSync(file);
    }
  });

  it("hold back entries that do not follow", async () => {
    const views = begun();
    await foldAll(views, entries.slice(0, 10));
    expect(leftOf(await views.fold(entries.slice(12)))).to.deep.include({
      kind: "gap",
      expectedOffset: 11,
      actualOffset: 13,
    });
    expect(rightOf(await views.fold([]))).to.equal(10);
    await views.close();
  });

  it("fold no further at an entry that cannot be read, and keep nothing of its batch", async () => {
    const views = begun();
    await foldAll(views, entries.slice(0, 10));
    const before = answersOf(views);
    const broken = entries
      .slice(10, 20)
      .map((entry) =>
        entry.offset === 19 ? { ...entry, type: "TransactionCommitted", data: "{}" } : entry,
      );
    expect(leftOf(await views.fold(broken))).to.deep.include({ kind: "journal", offset: 19 });
    expect(views.checkpoint()).to.equal(10);
    expect(answersOf(views)).to.deep.equal(before);
    expect(leftOf(await views.waitFor(20)).kind).to.equal("journal");
    await views.close();
  });

  for (const [what, of, upTo] of [
    ["another journal", "4567", length],
    ["a longer journal than there is", journal, length - 1],
  ] as const) {
    it(`start again when the file is of ${what}`, async () => {
      const first = begun(file);
      await foldAll(first);
      await first.close();
      const second = begun(file, upTo, of);
      expect(second.checkpoint()).to.equal(0);
      expect(second.contract(idNamed(`coin${length - 5}`))).to.equal(undefined);
      await foldAll(second);
      expect(answersOf(second)).to.deep.equal(truth);
      await second.close();
    });
  }

  it("do not take another program's database", () => {
    const other = new Database(file);
    other.exec("CREATE TABLE theirs (a)");
    other.close();
    expect(leftOf(openWalletViews(file)).message).to.match(/another program/);
  });

  const damages: ReadonlyArray<readonly [string, string]> = [
    ["a name is another", "UPDATE name SET text = 'mallory' WHERE id = 1"],
    ["a name is missing", "DELETE FROM name WHERE id = 2"],
    ["the checkpoint is missing", "DELETE FROM checkpoint"],
    [
      "the checkpoint is older",
      "UPDATE checkpoint SET text = replace(text, '\"offset\":300', '\"offset\":299')",
    ],
    ["all leaves are missing", "DELETE FROM block"],
    ["every second leaf is missing", "DELETE FROM block WHERE (tree + length(first)) % 2 = 0"],
    ["a table is missing", "DROP TABLE block"],
    ["the version is another", "PRAGMA user_version = 1"],
    ["the application id is another", "PRAGMA application_id = 1"],
  ];
  for (const [what, change] of damages) {
    it(`serve nothing wrong when ${what}, and the truth once they are rebuilt`, async () => {
      const first = begun(file);
      await foldAll(first);
      await first.close();
      const db = new Database(file);
      db.exec(change);
      db.close();
      const found: Array<string> = [];
      const views = rightOf(openWalletViews(file));
      views.onNotice(({ kind }) => found.push(kind));
      views.begin(journal, length);
      if (views.checkpoint() === length) {
        const answers = answersOf(views);
        answers.forEach((answer, at) => {
          if (answer !== "unreadable") expect(answer).to.deep.equal(truth[at]);
        });
        if (views.checkpoint() === length) expect(isLeft(views.check())).to.equal(true);
      }
      expect(found).to.have.length(1);
      expect(found[0]).to.be.oneOf(["views-damaged", "views-rebuilt"]);
      await foldAll(views);
      expect(answersOf(views)).to.deep.equal(truth);
      expect(found).to.have.length(1);
      await views.close();
    });
  }

  it("serve nothing wrong with any bit flipped, and the truth once they are rebuilt", async () => {
    const first = begun(file);
    await foldAll(first);
    await first.close();
    const whole = `${file}.whole`;
    copyFileSync(file, whole);
    const seed = 20_261_122;
    const number = numbersFrom(seed);
    let found = 0;
    for (let flip = 0; flip < 100; flip++) {
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
      copyFileSync(whole, file);
      // the head of the file in every fourth
      const bit = number(flip % 4 === 0 ? 800 : statSync(file).size * 8);
      flipBit(file, bit);
      const views = rightOf(openWalletViews(file));
      let damaged = 0;
      views.onNotice(() => {
        damaged += 1;
      });
      views.begin(journal, length);
      await foldAll(views);
      answersOf(views).forEach((answer, at) => {
        if (answer !== "unreadable")
          expect(answer, `seed ${seed}, bit ${bit}`).to.deep.equal(truth[at]);
      });
      views.check();
      if (damaged > 0) found += 1;
      await foldAll(views);
      expect(answersOf(views), `seed ${seed}, bit ${bit}, rebuilt`).to.deep.equal(truth);
      await views.close();
    }
    // the others hit free pages, or bytes that mean nothing
    expect(found).to.be.above(25);
  });
});
