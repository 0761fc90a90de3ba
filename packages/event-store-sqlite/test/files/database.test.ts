import { chmodSync, copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import {
  APPLICATION_ID,
  FORMAT_VERSION,
  openDatabase,
  settingsOf,
} from "../../src/files/database.js";
import { journalFolder, leftOf, rightOf, tamper, writeJournal } from "../journal-files.js";

/** A user who may write nothing. */
const NOBODY = 65_534;

describe("the database of a journal", () => {
  let journal = journalFolder();
  beforeEach(() => {
    journal = journalFolder();
  });
  afterEach(() => journal.cleanUp());

  const columnsOf = (db: Database, table: string): ReadonlyArray<string> =>
    db
      .prepare<[string], { name: string; type: string; notnull: number }>(
        'SELECT name, type, "notnull" FROM pragma_table_info(?)',
      )
      .all(table)
      .map(({ name, type, notnull }) => `${name} ${type}${notnull === 1 ? " NOT NULL" : ""}`);

  it("has the tables and marks that docs/journal-format.md names", () => {
    const db = rightOf(openDatabase(journal.file, 0));
    expect(db.pragma("application_id")).to.equal(0x5453544b);
    expect(db.pragma("user_version")).to.equal(1);
    expect([APPLICATION_ID, FORMAT_VERSION]).to.deep.equal([0x5453544b, 1]);
    expect(columnsOf(db, "stream")).to.deep.equal(["stream_id INTEGER", "name TEXT NOT NULL"]);
    expect(columnsOf(db, "event")).to.deep.equal([
      "position INTEGER",
      "stream_id INTEGER NOT NULL",
      "revision INTEGER NOT NULL",
      "id TEXT NOT NULL",
      "type TEXT NOT NULL",
      "metadata TEXT NOT NULL",
      "data TEXT NOT NULL",
      "hash TEXT NOT NULL",
      "erased TEXT",
    ]);
    db.close();
  });

  it("is durable, gives space back, and is its owner's alone", () => {
    const db = rightOf(openDatabase(journal.file, 0));
    expect(settingsOf(db)).to.deep.equal({ journalMode: "wal", synchronous: 2 });
    expect(db.pragma("auto_vacuum")).to.equal(2);
    expect(statSync(journal.file).mode & 0o777).to.equal(0o600);
    db.close();
    const inMemory = rightOf(openDatabase(":memory:", 0));
    expect(settingsOf(inMemory).journalMode).to.equal("memory");
    inMemory.close();
  });

  /** What is read by one who may read the folder of the journal, but not write in it. */
  const readOnly = <A>(read: () => A): A => {
    const folder = dirname(journal.file);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
    chmodSync(folder, 0o555);
    // root may write everything
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      return read();
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o755);
    }
  };

  it("is read in a folder that may not be written, where it has no log", async () => {
    await writeJournal(journal.file, 3);
    for (const makeLog of [() => {}, () => writeFileSync(`${journal.file}-wal`, "")]) {
      makeLog();
      readOnly(() => {
        const db = rightOf(openDatabase(journal.file, 0, true));
        expect(db.prepare("SELECT count(*) FROM event").pluck().get()).to.equal(3);
        db.close();
      });
    }
  });

  it("says what to do where it has a log, in a folder that may not be written", async () => {
    await writeJournal(journal.file, 3);
    const other = journalFolder();
    await writeJournal(other.file, 3);
    const writing = rightOf(openDatabase(other.file, 0));
    writing.exec("DELETE FROM event WHERE position = 3");
    for (const end of ["", "-wal"]) copyFileSync(`${other.file}${end}`, `${journal.file}${end}`);
    writing.close();
    other.cleanUp();
    const refused = readOnly(() => leftOf(openDatabase(journal.file, 0, true)));
    expect("reason" in refused ? refused.reason : "").to.match(
      /^SQLITE_CANTOPEN: .*; it has a log beside it, .*: give this process a copy of the folder$/,
    );
  });

  it("keeps what is in it when it is opened again", async () => {
    await writeJournal(journal.file, 3);
    const db = rightOf(openDatabase(journal.file, 0));
    expect(db.prepare("SELECT count(*) FROM event").pluck().get()).to.equal(3);
    db.close();
  });

  it("is the same for two that make it at once", () => {
    const [one, two] = [openDatabase(journal.file, 1_000), openDatabase(journal.file, 1_000)];
    for (const each of [one, two]) {
      expect(isRight(each)).to.equal(true);
      rightOf(each).close();
    }
  });

  it("is opened for reading without being changed or made", async () => {
    const missing = leftOf(openDatabase(journal.file, 0, true));
    expect(missing).to.include({ kind: "unavailable", outcome: "known" });
    expect(existsSync(journal.file)).to.equal(false);
    await writeJournal(journal.file, 2);
    chmodSync(journal.file, 0o640);
    const db = rightOf(openDatabase(journal.file, 0, true));
    expect(db.readOnly).to.equal(true);
    expect(() => db.exec("DELETE FROM event")).to.throw(/readonly/);
    db.close();
    expect(statSync(journal.file).mode & 0o777).to.equal(0o640);
  });

  const OTHERS: ReadonlyArray<readonly [string, (file: string) => void, string, RegExp]> = [
    [
      "another program",
      (file) => tamper(file, "CREATE TABLE theirs (x)"),
      "unavailable",
      /not a journal of this program/,
    ],
    [
      "a later format",
      (file) => tamper(file, "PRAGMA application_id = 1414747211; PRAGMA user_version = 99"),
      "unavailable",
      /format 99; this program reads 1/,
    ],
    ["no program", (file) => writeFileSync(file, "no database ".repeat(500)), "damaged", /NOTADB/],
  ];
  for (const [name, make, kind, reason] of OTHERS) {
    for (const readOnly of [false, true]) {
      it(`is not opened when it is of ${name}${readOnly ? ", for reading either" : ""}`, () => {
        make(journal.file);
        const before = statSync(journal.file).size;
        const error = leftOf(openDatabase(journal.file, 0, readOnly));
        expect(error.kind).to.equal(kind);
        expect(error).to.have.property("reason").that.matches(reason);
        expect(statSync(journal.file).size).to.equal(before);
      });
    }
  }

  it("is not read where it is empty, since no one says what it is", () => {
    new Database(journal.file).close();
    writeFileSync(journal.file, "");
    const error = leftOf(openDatabase(journal.file, 0, true));
    expect(error).to.have.property("reason").that.includes("not a journal");
  });
});
