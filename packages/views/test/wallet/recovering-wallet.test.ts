import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as nextMoment } from "node:timers/promises";
import { sqliteError } from "@tallystick/sqlite";
import { openTableFile } from "@tallystick/tables";
import { expect } from "chai";
import { ViewsUnreadable } from "../../src/interface/views-unreadable.js";
import { RecoveringWallet } from "../../src/wallet/recovering-wallet.js";
import { type WalletFile, walletKind } from "../../src/wallet/wallet-kind.js";
import { entriesOf, idNamed, leftOf, rightOf } from "../journal-fixture.js";
import { checkpointOf } from "./wallet-file.js";
import { walletHistory } from "./wallet-journal.js";

const entries = entriesOf(walletHistory(60));

/** A file whose statements and transactions throw what the test says. */
const failingFile = () => {
  const { db, checkpoint, rebuiltBecause } = rightOf(openTableFile(":memory:", walletKind));
  let thrown: Error | undefined;
  const fail = (): void => {
    if (thrown !== undefined) throw thrown;
  };
  const failing = new Proxy(db, {
    get: (target, name) => {
      if (name === "transaction") {
        return (body: () => unknown) =>
          target.transaction(() => {
            const done = body();
            fail();
            return done;
          });
      }
      if (name === "prepare") {
        return (sql: string) => {
          const statement = target.prepare(sql);
          return new Proxy(statement, {
            get: (of, member, proxy: unknown) => {
              const found: unknown = Reflect.get(of, member);
              if (typeof found !== "function") return found;
              return (...values: ReadonlyArray<unknown>) => {
                if (member === "get") fail();
                const result: unknown = Reflect.apply(found, of, values);
                return result === of ? proxy : result;
              };
            },
          });
        };
      }
      const found: unknown = Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  const offset = (): number => checkpointOf(db).offset;
  return {
    file: { db: failing, checkpoint, rebuiltBecause, offset } satisfies WalletFile & {
      readonly offset: () => number;
    },
    throwing: (error: Error | undefined) => {
      thrown = error;
    },
  };
};

const started = () => {
  const { file, throwing } = failingFile();
  const emptied: Array<string | undefined> = [];
  const unreadable: Array<string | undefined> = [];
  const wallet = new RecoveringWallet(":memory:", file, {
    emptied: (damage) => emptied.push(damage),
    unreadable: (reason) => unreadable.push(reason),
  });
  wallet.begin("0123", 0);
  // views of another journal than the one begun were thrown away
  emptied.length = 0;
  return { wallet, throwing, emptied, unreadable };
};

const sqlite = (code: string) => sqliteError(`what ${code} says of /a/path`, code);

describe("The wallet's file", () => {
  it("starts again for a journal, and is read as it is folded", () => {
    const { wallet } = started();
    expect(wallet.checkpoint.offset).to.equal(0);
    expect(rightOf(wallet.fold(entries)).parties).to.include("alice");
    expect(wallet.checkpoint.offset).to.equal(60);
    expect(wallet.read((tables) => tables.outcome("tap-1"))).to.equal(1);
    wallet.close();
  });

  it("is checked in parts, which end when it is closed or was found damaged", () => {
    const { wallet, emptied } = started();
    rightOf(wallet.fold(entries));
    const parts = [...wallet.checkParts()];
    for (const part of parts) rightOf(part);
    expect(parts.length).to.be.above(0);
    expect(emptied).to.deep.equal([]);
    for (const _part of wallet.checkParts()) wallet.close();
    expect([...wallet.checkParts()]).to.deep.equal([]);
  });

  it("writes what was folded after a moment, and at the end", async () => {
    const { file } = failingFile();
    const wallet = new RecoveringWallet(":memory:", file, {
      emptied: () => undefined,
      unreadable: () => undefined,
    });
    wallet.begin("", 0);
    rightOf(wallet.fold(entries.slice(0, 20)));
    expect(file.offset()).to.equal(0);
    while (file.offset() === 0) await nextMoment(20);
    expect(file.offset()).to.equal(20);
    rightOf(wallet.fold(entries.slice(20, 40)));
    expect(file.offset()).to.equal(20);
    wallet.write();
    expect(file.offset()).to.equal(40);
    wallet.close();
  });

  it("has what was folded when it is closed and opened again", () => {
    const folder = mkdtempSync(join(tmpdir(), "recovering-wallet-"));
    const path = join(folder, "wallet.db");
    const listener = { emptied: () => undefined, unreadable: () => undefined };
    for (const upTo of [20, 45, 60]) {
      const wallet = new RecoveringWallet(path, rightOf(openTableFile(path, walletKind)), listener);
      wallet.begin("0123", 60);
      rightOf(wallet.fold(entries.slice(wallet.checkpoint.offset, upTo)));
      wallet.close();
      const { db, checkpoint } = rightOf(openTableFile(path, walletKind));
      expect(checkpoint.offset).to.equal(upTo);
      db.close();
    }
    rmSync(folder, { recursive: true });
  });

  it("tells which contracts are archived with a fold", () => {
    const { wallet } = started();
    const { archived } = rightOf(wallet.fold(entries));
    expect(archived).to.include(idNamed("coin7"));
    wallet.close();
  });
});

describe("The wallet's file while its disk", () => {
  for (const code of [
    "SQLITE_FULL",
    "SQLITE_IOERR_WRITE",
    "SQLITE_IOERR_FSYNC",
    "SQLITE_BUSY",
    "SQLITE_CANTOPEN",
    "SQLITE_READONLY",
  ]) {
    it(`says ${code} keeps what it has, and folds on when that is over`, () => {
      const { file, throwing } = failingFile();
      const unreadable: Array<string | undefined> = [];
      const emptied: Array<string | undefined> = [];
      const wallet = new RecoveringWallet(":memory:", file, {
        emptied: (damage) => emptied.push(damage),
        unreadable: (reason) => unreadable.push(reason),
      });
      wallet.begin("", 0);
      rightOf(wallet.fold(entries.slice(0, 20)));
      throwing(sqlite(code));
      wallet.write();
      rightOf(wallet.fold(entries.slice(20, 40)));
      expect(wallet.checkpoint.offset).to.equal(40);
      expect(wallet.read((tables) => tables.outcome("tap-31"))).to.equal(31);
      // what is written fits its checksums, and what is not is kept
      rightOf(wallet.check());
      expect(unreadable).to.deep.equal([]);
      expect(file.offset()).to.equal(0);
      throwing(undefined);
      wallet.write();
      expect(file.offset()).to.equal(40);
      rightOf(wallet.fold(entries.slice(40)));
      expect(wallet.read((tables) => tables.outcome("tap-31"))).to.equal(31);
      rightOf(wallet.check());
      expect(emptied).to.deep.equal([]);
      wallet.close();
    });
  }

  for (const code of ["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CONSTRAINT_UNIQUE"]) {
    it(`says ${code} is thrown away, and read again when it is as far as it was`, () => {
      const { file, throwing } = failingFile();
      const emptied: Array<string | undefined> = [];
      const wallet = new RecoveringWallet(":memory:", file, {
        emptied: (damage) => emptied.push(damage),
        unreadable: () => undefined,
      });
      wallet.begin("", 0);
      rightOf(wallet.fold(entries.slice(0, 20)));
      throwing(sqlite(code));
      wallet.write();
      expect(emptied).to.have.length(1);
      expect(wallet.checkpoint.offset).to.equal(0);
      const read = (): unknown => wallet.read((tables) => tables.outcome("tap-1"));
      expect(read).to.throw(ViewsUnreadable, "of 20 events");
      rightOf(wallet.fold(entries.slice(0, 19)));
      expect(read).to.throw(ViewsUnreadable, "of 20 events");
      rightOf(wallet.fold(entries.slice(19)));
      expect(read()).to.equal(1);
      wallet.close();
    });
  }

  it("cannot be read says so once, names no file to readers, and says when it can again", () => {
    const { file, throwing } = failingFile();
    const said: Array<string | undefined> = [];
    const wallet = new RecoveringWallet(":memory:", file, {
      emptied: () => undefined,
      unreadable: (reason) => said.push(reason),
    });
    wallet.begin("", 0);
    rightOf(wallet.fold(entries));
    // what is kept in memory is read without the disk
    rightOf(wallet.check());
    throwing(sqlite("SQLITE_IOERR_READ"));
    const read = (): unknown => wallet.read((tables) => tables.outcome("tap-1"));
    for (let turn = 0; turn < 3; turn++) {
      expect(read)
        .to.throw(ViewsUnreadable)
        .with.property("error")
        .that.has.property("code", "SERVICE_NOT_RUNNING");
      expect(read).to.not.throw("/a/path");
    }
    expect(said).to.deep.equal(["what SQLITE_IOERR_READ says of /a/path"]);
    throwing(undefined);
    expect(read()).to.equal(1);
    expect(said).to.have.length(2);
    expect(said[1]).to.equal(undefined);
    wallet.close();
  });

  it("is closed answers nothing", () => {
    const { wallet } = started();
    wallet.close();
    wallet.close();
    expect(() => wallet.read(() => 1)).to.throw(ViewsUnreadable, "closed");
    expect(leftOf(wallet.fold(entries)).kind).to.equal("closed");
    expect(leftOf(wallet.check()).kind).to.equal("closed");
  });
});
