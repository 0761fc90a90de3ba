import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemTimers, type Timer, type Timers } from "@tallystick/background";
import { Database } from "@tallystick/sqlite";
import { setTimeout as nextMoment } from "node:timers/promises";
import { openTableFile } from "@tallystick/tables";
import { expect } from "chai";
import { openFoldedFile } from "../../src/fold/folded-file.js";
import { walletFold } from "../../src/wallet/wallet-database.js";
import { walletKind } from "../../src/wallet/wallet-kind.js";
import { history } from "../history-fixture.js";
import { walletHistory } from "../wallet/wallet-journal.js";
import { failingFile, sqlite } from "./failing-file.js";
import { entriesOf, leftOf, rightOf } from "../journal-fixture.js";
import { databaseOf, ledgerFile, openLedgerFile } from "../ledger-views.js";

const entries = entriesOf(history(60)).map((entry) => ({ ...entry, hash: `h${entry.offset}` }));
const journal = "0123";

describe("A file that is folded into", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "folded-file-"));
    file = join(folder, "views.db");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (of = journal, keepsTexts = false) => ledgerFile(file, of, keepsTexts);

  it("resumes where it was", () => {
    const first = open();
    rightOf(first.fold(entries.slice(0, 25)));
    expect(first.checkpoint).to.include({ offset: 25, hash: "h25" });
    first.close();
    const second = open();
    expect(second.checkpoint).to.include({ offset: 25, hash: "h25" });
    expect(second.rebuiltBecause).to.equal(undefined);
    rightOf(second.fold(entries.slice(25)));
    expect(second.checkpoint.offset).to.equal(60);
    second.close();
  });

  it("passes over what was folded, and wants nothing left out", () => {
    const views = open();
    rightOf(views.fold(entries.slice(0, 25)));
    for (const from of [10, 0]) {
      rightOf(views.fold(entries.slice(from, 30)));
      expect(views.checkpoint.offset).to.equal(30);
    }
    expect(leftOf(views.fold(entries.slice(31, 40)))).to.include({
      kind: "gap",
      expectedOffset: 31,
      actualOffset: 32,
    });
    rightOf(views.fold([]));
    expect(views.checkpoint.offset).to.equal(30);
    views.close();
  });

  for (const [what, broken] of [
    ["is no event", { offset: 12, type: "Unknown", data: "{}" }],
    ["is no JSON", { offset: 12, type: "PartyAllocated", data: "{" }],
  ] as const) {
    it(`folds nothing of a batch in which one ${what}`, () => {
      const views = open();
      rightOf(views.fold(entries.slice(0, 10)));
      const batch = [...entries.slice(10, 11), broken, ...entries.slice(12, 20)];
      expect(leftOf(views.fold(batch))).to.include({ kind: "journal", offset: 12 });
      expect(views.checkpoint.offset).to.equal(10);
      rightOf(views.fold(entries.slice(10, 20)));
      expect(views.checkpoint.offset).to.equal(20);
      views.close();
    });
  }

  it("is emptied when it contradicts what it holds, and says why", () => {
    const first = open();
    rightOf(first.fold(entries.slice(0, 10)));
    first.close();
    const other = new Database(file);
    other.exec("DELETE FROM block; DELETE FROM name");
    other.close();
    const emptied: Array<string | undefined> = [];
    const views = rightOf(openLedgerFile(file, journal));
    views.onEmptied((damage) => void emptied.push(damage));
    views.begin(journal, 10);
    if (emptied.length === 0)
      expect(leftOf(views.fold(entries.slice(10))).kind).to.equal("damaged");
    expect(emptied).to.have.length(1);
    expect(emptied[0]).to.be.a("string");
    expect(views.checkpoint.offset).to.equal(0);
    expect(existsSync(`${file}.damaged`)).to.equal(false);
    rightOf(views.fold(entries));
    expect(views.checkpoint.offset).to.equal(60);
    views.close();
  });

  it("is started again when it is empty, with nothing of before", () => {
    const views = open();
    rightOf(views.fold(entries));
    views.empty(undefined);
    expect(views.checkpoint).to.include({ offset: 0, hash: "" });
    const names = databaseOf(views).prepare("SELECT count(*) FROM name").pluck();
    expect(names.get()).to.equal(0);
    rightOf(views.fold(entries));
    views.close();
  });

  it("is emptied for a journal that ends before it, without being damaged", () => {
    const first = open();
    rightOf(first.fold(entries));
    first.close();
    const views = rightOf(openLedgerFile(file, journal));
    const emptied: Array<string | undefined> = [];
    views.onEmptied((damage) => void emptied.push(damage));
    views.begin(journal, 59);
    expect(emptied).to.deep.equal([undefined]);
    expect(views.checkpoint.offset).to.equal(0);
    views.close();
  });

  it("is started again for another journal, and says why", () => {
    const first = open();
    rightOf(first.fold(entries));
    first.close();
    const second = open("4567");
    expect(second.checkpoint.offset).to.equal(0);
    expect(second.rebuiltBecause).to.match(/to the journal .* expected/);
    second.close();
  });

  it("keeps the events when no one else has them", () => {
    const views = open(journal, true);
    rightOf(views.fold(entries));
    expect(databaseOf(views).prepare("SELECT count(*) FROM event_text").pluck().get()).to.equal(60);
    views.close();
  });

  it("is an error of files where it cannot be, or is another program's", () => {
    const missing = openLedgerFile(join(folder, "missing", "views.db"));
    expect(leftOf(missing).kind).to.equal("file");
    const other = new Database(file);
    other.exec("CREATE TABLE theirs (a)");
    other.close();
    expect(leftOf(openLedgerFile(file)).message).to.match(/another program/);
  });

  it("is created as soon as that is possible, and marked until then", () => {
    const views = open();
    rightOf(views.fold(entries));
    const aside = `${folder}-aside`;
    renameSync(folder, aside);
    writeFileSync(folder, "a file where the folder was");
    views.empty("block 1/2/3 is missing");
    expect(leftOf(views.fold(entries)).kind).to.equal("file");
    rmSync(folder);
    renameSync(aside, folder);
    rightOf(views.fold(entries));
    expect(views.checkpoint.offset).to.equal(60);
    views.close();
  });
});

const coins = entriesOf(walletHistory(60));

describe("A file that is written later", () => {
  it("is written after a moment, and at the end", async () => {
    const { file, written } = failingFile();
    file.begin("", 0);
    rightOf(file.fold(coins.slice(0, 20)));
    expect(written()).to.equal(0);
    while (written() === 0) await nextMoment(20);
    expect(written()).to.equal(20);
    rightOf(file.fold(coins.slice(20, 40)));
    expect(written()).to.equal(20);
    file.write();
    expect(written()).to.equal(40);
    file.close();
  });

  it("rests after a write ten times as long as that took, for a second at most", () => {
    let [now, took] = [0, 0];
    let due = (): void => undefined;
    const delays: Array<number> = [];
    const timer: Timer = { cancel: () => undefined, unref: () => timer, refresh: () => undefined };
    const timers: Timers = {
      ...systemTimers,
      nowMs: () => (now += took),
      after: (ms, callback) => {
        delays.push(ms);
        due = callback;
        return timer;
      },
    };
    const { file, written } = failingFile(timers);
    file.begin("", 0);
    delays.length = 0;
    for (const [at, ms] of [5, 30, 500, 0, 0].entries()) {
      rightOf(file.fold(coins.slice(at, at + 1)));
      took = ms;
      due();
      expect(written()).to.equal(at + 1);
    }
    expect(delays).to.deep.equal([100, 100, 300, 1_000, 100]);
    file.close();
  });

  it("has what was folded when it is closed and opened again", () => {
    const folder = mkdtempSync(join(tmpdir(), "written-later-"));
    const path = join(folder, "wallet.db");
    for (const upTo of [20, 45, 60]) {
      const file = rightOf(openFoldedFile(walletFold(), { path }));
      file.begin("0123", 60);
      rightOf(file.fold(coins.slice(file.checkpoint.offset, upTo)));
      file.close();
      const { db, checkpoint } = rightOf(openTableFile(path, walletKind));
      expect(checkpoint.offset).to.equal(upTo);
      db.close();
    }
    rmSync(folder, { recursive: true });
  });

  for (const code of [
    "SQLITE_FULL",
    "SQLITE_IOERR_WRITE",
    "SQLITE_IOERR_FSYNC",
    "SQLITE_BUSY",
    "SQLITE_CANTOPEN",
    "SQLITE_READONLY",
  ]) {
    it(`keeps what it has while its disk says ${code}, and folds on when that is over`, () => {
      const { file, throwing, written } = failingFile();
      const emptied: Array<string | undefined> = [];
      file.onEmptied((damage) => void emptied.push(damage));
      file.begin("", 0);
      rightOf(file.fold(coins.slice(0, 20)));
      throwing(sqlite(code));
      file.write();
      rightOf(file.fold(coins.slice(20, 40)));
      expect(file.checkpoint.offset).to.equal(40);
      expect(file.tables?.tables.outcome("tap-31")).to.equal(31);
      // what is written fits its checksums, and what is not is kept
      file.tables?.check();
      expect(written()).to.equal(0);
      throwing(undefined);
      file.write();
      expect(written()).to.equal(40);
      rightOf(file.fold(coins.slice(40)));
      expect(file.tables?.tables.outcome("tap-31")).to.equal(31);
      file.tables?.check();
      expect(emptied).to.deep.equal([]);
      file.close();
    });
  }

  for (const code of ["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CONSTRAINT_UNIQUE"]) {
    it(`is emptied when its disk says ${code}`, () => {
      const { file, throwing } = failingFile();
      const emptied: Array<string | undefined> = [];
      file.onEmptied((damage) => void emptied.push(damage));
      file.begin("", 0);
      rightOf(file.fold(coins.slice(0, 20)));
      throwing(sqlite(code));
      file.write();
      expect(emptied).to.deep.equal([`what ${code} says of /a/path`]);
      expect(file.checkpoint.offset).to.equal(0);
      rightOf(file.fold(coins));
      expect(file.tables?.tables.outcome("tap-1")).to.equal(1);
      file.close();
    });
  }
});
