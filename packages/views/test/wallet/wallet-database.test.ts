import type Database from "better-sqlite3";
import { expect } from "chai";
import { ViewDamage } from "../../src/blocks/view-damage.js";
import { emptyWalletCheckpoint, readWalletCheckpoint } from "../../src/wallet/wallet-checkpoint.js";
import { checkpointIn, WalletDatabase } from "../../src/wallet/wallet-database.js";
import { UnreadableEvent, walletStart } from "../../src/wallet/wallet-fold.js";
import { openWalletFile } from "../../src/wallet/wallet-schema.js";
import { entriesOf, rightOf } from "../journal-fixture.js";
import { walletHistory } from "./wallet-journal.js";

const entries = entriesOf(walletHistory(90)).map((entry) => ({
  ...entry,
  hash: `h${entry.offset}`,
}));
const journal = "0123";

const opened = (): { readonly db: Database.Database; readonly wallet: WalletDatabase } => {
  const { db } = rightOf(openWalletFile(":memory:"));
  return { db, wallet: new WalletDatabase(db, emptyWalletCheckpoint(journal)) };
};

const outcomes = (wallet: WalletDatabase): ReadonlyArray<boolean> =>
  [1, 2, 7, 8, 85, 86].map((offset) => wallet.tables().outcome(`tap-${offset}`) !== undefined);

describe("The wallet's database", () => {
  it("is begun for a journal, with all its maps", () => {
    const { db, wallet } = opened();
    expect(wallet.checkpoint()).to.deep.equal(walletStart);
    expect(readWalletCheckpoint(db)).to.include({ journal, offset: 0, names: 0 });
    wallet.check();
    wallet.close();
  });

  it("notes with each fold how far it is and how much it has", () => {
    const { db, wallet } = opened();
    let before = readWalletCheckpoint(db);
    for (let at = 0; at < entries.length; at += 15) {
      wallet.fold(entries.slice(at, at + 15));
      const row = readWalletCheckpoint(db);
      expect(row).to.include({ journal, offset: at + 15, hash: `h${at + 15}` });
      expect(row.leaves).to.be.at.least(before.leaves);
      expect(row.names).to.be.at.least(before.names);
      expect(checkpointIn(row)).to.deep.equal(wallet.checkpoint());
      before = row;
    }
    wallet.check();
    wallet.close();
  });

  it("goes on from its checkpoint in another process", () => {
    const { db, wallet } = opened();
    wallet.fold(entries.slice(0, 50));
    const again = new WalletDatabase(db, readWalletCheckpoint(db));
    expect(again.checkpoint()).to.deep.equal(wallet.checkpoint());
    again.fold(entries.slice(50));
    expect(outcomes(again)).to.not.include(false);
    again.check();
    again.close();
  });

  it("says which parties and contracts a fold concerns", () => {
    const { wallet } = opened();
    const { parties, archived } = wallet.fold(entries.slice(0, 12));
    expect([...parties].sort()).to.deep.equal(["alice", "bob", "carol", "dso"]);
    expect(archived).to.have.length(1);
    expect(wallet.fold(entries.slice(12, 12)).archived).to.deep.equal([]);
    wallet.close();
  });

  it("keeps nothing of a fold that did not come about, and says nothing of it", () => {
    const { db, wallet } = opened();
    wallet.fold(entries.slice(0, 6));
    const [before, row] = [outcomes(wallet), readWalletCheckpoint(db)];
    const broken = [
      ...entries.slice(6, 88),
      { offset: 89, type: "TransactionCommitted", data: "" },
    ];
    for (let turn = 0; turn < 3; turn++) {
      expect(() => wallet.fold(broken)).to.throw(UnreadableEvent, "event 89");
      expect(outcomes(wallet)).to.deep.equal(before);
      expect(readWalletCheckpoint(db)).to.deep.equal(row);
      wallet.check();
    }
    const { archived } = wallet.fold(entries.slice(6, 12));
    expect(archived).to.have.length(1);
    wallet.fold(entries.slice(12));
    expect(outcomes(wallet)).to.not.include(false);
    wallet.check();
    wallet.close();
  });

  it("has the same content however it was folded", () => {
    const contents = [1, 13, 90].map((step) => {
      const { db, wallet } = opened();
      for (let at = 0; at < entries.length; at += step) wallet.fold(entries.slice(at, at + step));
      const names = db.prepare("SELECT text FROM name ORDER BY id").pluck().all();
      const found = { names, row: { ...readWalletCheckpoint(db), leaves: 0, sum: 0 } };
      wallet.close();
      return JSON.stringify(found);
    });
    expect(new Set(contents).size).to.equal(1);
  });

  for (const [what, change] of [
    ["a name is another", "UPDATE name SET text = 'mallory' WHERE id = 2"],
    ["a name is missing", "DELETE FROM name WHERE id = 1"],
    ["a leaf is missing", "DELETE FROM leaf WHERE first <> ''"],
    ["there is a leaf too many", "INSERT INTO leaf VALUES (9999, 99, '', '', 0)"],
  ] as const) {
    it(`finds that ${what}`, () => {
      const { db, wallet } = opened();
      wallet.fold(entries);
      db.exec(change);
      expect(() => new WalletDatabase(db, readWalletCheckpoint(db)).check()).to.throw(ViewDamage);
      expect(() => wallet.check()).to.throw(ViewDamage);
      wallet.close();
    });
  }
});
