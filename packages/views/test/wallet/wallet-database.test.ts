import { type Database, sqliteError } from "@tallystick/sqlite";
import { expect } from "chai";
import { openTableFile, TableDamage } from "@tallystick/tables";
import { usualLeaves, WalletDatabase } from "../../src/wallet/wallet-database.js";
import { UnreadableEvent } from "../../src/fold/fold.js";
import { walletStart } from "../../src/wallet/wallet-fold.js";
import { map } from "../../src/wallet/wallet-keys.js";
import { emptyWalletCheckpoint, walletKind } from "../../src/wallet/wallet-kind.js";
import { createOf, entriesOf, rightOf, transactionAt } from "../journal-fixture.js";
import { checkpointOf } from "./wallet-file.js";
import { amulet, offer, walletHistory } from "./wallet-journal.js";

const entries = entriesOf(walletHistory(90)).map((entry) => ({
  ...entry,
  hash: `h${entry.offset}`,
}));
const journal = "0123";

const opened = (): { readonly db: Database; readonly wallet: WalletDatabase } => {
  const { db } = rightOf(openTableFile(":memory:", walletKind));
  return { db, wallet: new WalletDatabase(db, emptyWalletCheckpoint(journal)) };
};

/** Events that change nothing in the wallet's maps. */
const notes = entriesOf(
  Array.from({ length: 40 }, (_, at) => {
    const offset = entries.length + 1 + at;
    return transactionAt(offset, [createOf(0, `note${offset}`, ["alice"])]);
  }),
  entries.length + 1,
);

const outcomes = (wallet: WalletDatabase): ReadonlyArray<boolean> =>
  [1, 2, 7, 8, 85, 86].map((offset) => wallet.tables.outcome(`tap-${offset}`) !== undefined);

/** Everything in the database. */
const contentOf = (db: Database): string =>
  JSON.stringify([
    db.prepare("SELECT tree, first, data, check_sum FROM block ORDER BY tree, first").all(),
    db.prepare("SELECT * FROM name ORDER BY id").all(),
    checkpointOf(db),
  ]);

/** All entries, in whichever leaves: where one is split depends on what was added to it last. */
const entriesIn = (wallet: WalletDatabase) =>
  Object.values(map).map((tree) => [...wallet.entries(tree)]);

/** What is there when everything was folded at once. */
const { wholeContent, wholeEntries } = (() => {
  const { db, wallet } = opened();
  wallet.fold(entries);
  wallet.write();
  const whole = { wholeContent: contentOf(db), wholeEntries: entriesIn(wallet) };
  wallet.close();
  return whole;
})();

/** A database of which one call of a kind throws, once, and how many calls there were. */
const failingCalls = (
  db: Database,
  place: number,
  isMeant: (sql: string, member: string | symbol) => boolean,
) => {
  let calls = 0;
  const failing = new Proxy(db, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (name !== "prepare") return typeof found === "function" ? found.bind(target) : found;
      return (sql: string) =>
        new Proxy(target.prepare(sql), {
          get: (statement, member, proxy: unknown) => {
            const method: unknown = Reflect.get(statement, member);
            if (typeof method !== "function") return method;
            return (...values: ReadonlyArray<unknown>) => {
              if (isMeant(sql, member) && calls++ === place) throw new Error("the disk");
              const result: unknown = Reflect.apply(method, statement, values);
              return result === statement ? proxy : result;
            };
          },
        });
    },
  });
  return { failing, calls: () => calls };
};

const failingReads = (db: Database, place: number) => {
  const { failing, calls } = failingCalls(
    db,
    place,
    (sql, member) => sql.startsWith("SELECT first") && member === "get",
  );
  return { failing, reads: calls };
};

const failingWrites = (db: Database, place: number) =>
  failingCalls(db, place, (_sql, member) => member === "run");

describe("The wallet's database", () => {
  it("is begun for a journal, with all its maps", () => {
    const { db, wallet } = opened();
    expect(wallet.checkpoint()).to.deep.equal(walletStart);
    expect(checkpointOf(db)).to.include({ journal, offset: 0, names: 0 });
    wallet.check();
    wallet.close();
  });

  it("notes with what it writes how far it is and how much it has", () => {
    const { db, wallet } = opened();
    let before = checkpointOf(db);
    for (let at = 0; at < entries.length; at += 15) {
      wallet.fold(entries.slice(at, at + 15));
      expect(wallet.checkpoint().offset).to.equal(at + 15);
      expect(checkpointOf(db)).to.deep.equal(before);
      wallet.write();
      const row = checkpointOf(db);
      expect(row).to.include({ journal, offset: at + 15, hash: `h${at + 15}` });
      expect(row.totals.blocks).to.be.at.least(before.totals.blocks);
      expect(row.names).to.be.at.least(before.names);
      expect(new WalletDatabase(db, row).checkpoint()).to.deep.equal(wallet.checkpoint());
      before = row;
    }
    wallet.check();
    wallet.close();
  });

  it("continues from its checkpoint in another process", () => {
    const { db, wallet } = opened();
    wallet.fold(entries.slice(0, 50));
    wallet.write();
    const again = new WalletDatabase(db, checkpointOf(db));
    expect(again.checkpoint()).to.deep.equal(wallet.checkpoint());
    again.fold(entries.slice(50));
    expect(outcomes(again)).to.not.include(false);
    again.check();
    again.close();
  });

  it("moves its checkpoint over events that change none of its maps, in a file opened again", () => {
    const { db, wallet } = opened();
    wallet.fold(entries);
    wallet.write();
    let again = new WalletDatabase(db, checkpointOf(db));
    const before = checkpointOf(db);
    for (const note of notes) {
      again.fold([note]);
      again.write();
      const row = checkpointOf(db);
      expect(row).to.include({ journal, offset: note.offset, hash: "" });
      expect(row.totals).to.deep.equal(before.totals);
      expect(new WalletDatabase(db, row).checkpoint()).to.deep.equal(again.checkpoint());
      if (note.offset % 10 === 0) again = new WalletDatabase(db, row);
    }
    again.check();
    again.close();
  });

  it("says which parties and contracts a fold concerns", () => {
    const { wallet } = opened();
    const { parties, templates, archived } = wallet.fold(entries.slice(0, 12));
    expect([...parties].sort()).to.deep.equal(["alice", "bob", "carol", "dso"]);
    expect([...templates].sort()).to.deep.equal([amulet.name, offer.name].sort());
    expect(archived).to.have.length(1);
    expect(wallet.fold(entries.slice(12, 12)).archived).to.deep.equal([]);
    wallet.close();
  });

  const keepsNothing = (isWritten: boolean) => () => {
    const { db, wallet } = opened();
    wallet.fold(entries.slice(0, 6));
    if (isWritten) wallet.write();
    const [before, row] = [outcomes(wallet), checkpointOf(db)];
    const broken = [
      ...entries.slice(6, 88),
      { offset: 89, type: "TransactionCommitted", data: "" },
    ];
    for (let turn = 0; turn < 3; turn++) {
      expect(() => wallet.fold(broken)).to.throw(UnreadableEvent, "event 89");
      expect(outcomes(wallet)).to.deep.equal(before);
      expect(wallet.checkpoint().offset).to.equal(6);
      expect(checkpointOf(db)).to.deep.equal(row);
    }
    const { archived } = wallet.fold(entries.slice(6, 12));
    expect(archived).to.have.length(1);
    wallet.fold(entries.slice(12));
    expect(outcomes(wallet)).to.not.include(false);
    wallet.check();
    expect(contentOf(db)).to.equal(wholeContent);
    wallet.close();
  };

  it("keeps nothing of a fold that did not come about, and says nothing of it", keepsNothing(true));

  it("keeps what was folded before and is not written", keepsNothing(false));

  it("folds nothing again after each place at which reading fails", () => {
    let failed = 0;
    for (let place = 0; ; place += 7) {
      const { db, wallet: grown } = opened();
      grown.fold(entries.slice(0, 60));
      grown.write();
      const row = checkpointOf(db);
      const { failing, reads } = failingReads(db, place);
      const wallet = new WalletDatabase(failing, row);
      let isThrown = false;
      try {
        wallet.fold(entries.slice(60));
      } catch (thrown) {
        expect(thrown).to.have.property("message", "the disk");
        isThrown = true;
      }
      expect(wallet.checkpoint().offset).to.equal(isThrown ? 60 : 90);
      if (isThrown) {
        failed += 1;
        wallet.fold(entries.slice(60));
      }
      wallet.check();
      expect(contentOf(db)).to.equal(wholeContent);
      wallet.close();
      if (reads() < place) break;
    }
    expect(failed).to.be.above(2);
  });

  it("can write later what could not be written, whichever statement it was", () => {
    const { db: whole } = opened();
    const counted = failingWrites(whole, -1);
    const again = new WalletDatabase(counted.failing, checkpointOf(whole));
    again.fold(entries.slice(0, 40));
    again.write();
    expect(counted.calls()).to.be.above(20);
    whole.close();
    for (let place = 0; place < counted.calls(); place += 3) {
      const { db } = opened();
      const { failing } = failingWrites(db, place);
      const wallet = new WalletDatabase(failing, checkpointOf(db));
      wallet.fold(entries.slice(0, 40));
      const row = checkpointOf(db);
      expect(() => wallet.write(), `${place}`).to.throw("the disk");
      expect(checkpointOf(db)).to.deep.equal(row);
      wallet.fold(entries.slice(40));
      expect(outcomes(wallet)).to.not.include(false);
      wallet.check();
      expect(contentOf(db)).to.equal(wholeContent);
      wallet.close();
    }
  });

  it("checks what is written while the disk takes no more, and keeps what is not", () => {
    const { db, wallet: grown } = opened();
    grown.fold(entries.slice(0, 30));
    grown.write();
    let isFull = true;
    const failing = new Proxy(db, {
      get: (target, name) => {
        if (name === "transaction" && isFull) {
          return () => {
            throw sqliteError("the disk is full", "SQLITE_FULL");
          };
        }
        const found: unknown = Reflect.get(target, name);
        return typeof found === "function" ? found.bind(target) : found;
      },
    });
    const wallet = new WalletDatabase(failing, checkpointOf(db));
    wallet.fold(entries.slice(30));
    expect(() => wallet.write()).to.throw("full");
    wallet.check();
    for (const _part of wallet.checkParts()) expect(wallet.checkpoint().offset).to.equal(90);
    expect(outcomes(wallet)).to.not.include(false);
    isFull = false;
    wallet.check();
    expect(entriesIn(wallet)).to.deep.equal(wholeEntries);
    wallet.close();
  });

  it("writes by itself before it keeps too much", () => {
    const { db } = opened();
    const wallet = new WalletDatabase(db, checkpointOf(db), {
      ...usualLeaves,
      maxUnwritten: 15,
    });
    const written = new Set<number>();
    for (let at = 0; at < entries.length; at += 5) {
      wallet.fold(entries.slice(at, at + 5));
      written.add(checkpointOf(db).offset);
    }
    expect(written.size).to.be.within(3, 17);
    wallet.check();
    wallet.close();
  });

  it("writes by itself before it keeps too many characters", () => {
    const { db } = opened();
    const wallet = new WalletDatabase(db, checkpointOf(db), {
      ...usualLeaves,
      maxUnwrittenChars: 5_000,
    });
    const written = new Set<number>();
    for (let at = 0; at < entries.length; at += 5) {
      wallet.fold(entries.slice(at, at + 5));
      written.add(checkpointOf(db).offset);
    }
    expect(written.size).to.be.at.least(3);
    wallet.close();
  });

  it("has the same content however it was folded", () => {
    const contents = [1, 13, 90].map((step) => {
      const { db, wallet } = opened();
      for (let at = 0; at < entries.length; at += step) {
        wallet.fold(entries.slice(at, at + step));
        if (at % 2 === 0) wallet.write();
      }
      wallet.write();
      const names = db.prepare("SELECT text FROM name ORDER BY id").pluck().all();
      const found = { names, row: { ...checkpointOf(db), totals: undefined } };
      wallet.close();
      return JSON.stringify(found);
    });
    expect(new Set(contents).size).to.equal(1);
  });

  for (const [what, change] of [
    ["a name is another", "UPDATE name SET text = 'mallory' WHERE id = 2"],
    ["a name is missing", "DELETE FROM name WHERE id = 1"],
    ["a leaf is missing", "DELETE FROM block WHERE first <> ''"],
    ["there is a leaf too many", "INSERT INTO block VALUES (NULL, 99, '', '', 0)"],
  ] as const) {
    it(`finds that ${what}`, () => {
      const { db, wallet } = opened();
      wallet.fold(entries);
      wallet.write();
      db.exec(change);
      expect(() => new WalletDatabase(db, checkpointOf(db)).check()).to.throw(TableDamage);
      expect(() => wallet.check()).to.throw(TableDamage);
      wallet.close();
    });
  }
});
