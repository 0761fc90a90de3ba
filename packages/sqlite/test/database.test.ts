import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { Database } from "../src/database.js";
import { sqliteCode } from "../src/sqlite-error.js";

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (thrown) {
    return sqliteCode(thrown) ?? String(thrown);
  }
};

describe("a database", () => {
  let folder: string;
  let file: string;
  let db: Database;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sqlite-"));
    file = join(folder, "a.db");
    db = new Database(file);
    db.pragma("journal_mode = WAL");
    db.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT");
  });

  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  const insert = (text: string): void =>
    void db.prepare<[string]>("INSERT INTO t (text) VALUES (?)").run(text);
  const texts = (): ReadonlyArray<unknown> =>
    db.prepare("SELECT text FROM t ORDER BY id").pluck().all();

  it("returns rows as objects, arrays, or their first column", () => {
    insert("a");
    insert("b");
    const select = () => db.prepare("SELECT id, text FROM t ORDER BY id");
    expect(
      select()
        .all()
        .map((row) => ({ ...Object(row) })),
    ).to.deep.equal([
      { id: 1, text: "a" },
      { id: 2, text: "b" },
    ]);
    const rows = [
      [1, "a"],
      [2, "b"],
    ]; // prettier
    expect(select().raw().all()).to.deep.equal(rows);
    expect([...select().raw().iterate()]).to.deep.equal(rows);
    expect(select().pluck().all()).to.deep.equal([1, 2]);
    expect([...select().pluck().iterate()]).to.deep.equal([1, 2]);
    expect(select().pluck().get()).to.equal(1);
    expect(db.prepare("SELECT 1 FROM t WHERE id = 9").pluck().get()).to.equal(undefined);
  });

  it("says what a statement wrote", () => {
    const run = db.prepare("INSERT INTO t (text) VALUES (?), (?)").run("a", "b");
    expect(run).to.deep.equal({ changes: 2, lastInsertRowid: 2 });
  });

  it("keeps, finds and orders every text, those with U+0000 and U+0001 too", () => {
    const all = ["", "\0", "a\0b", "a\u0001b", "a\u0001\u0001", "a\u0001\u0002", "Grüße, 世界 🪙"];
    const sorted = all.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    for (const text of all.toReversed()) insert(text);
    expect(db.prepare("SELECT text FROM t ORDER BY text").pluck().all()).to.deep.equal(sorted);
    for (const text of all) {
      const search = () => db.prepare<[string]>("SELECT text FROM t WHERE text = ?");
      expect(search().get(text)).to.deep.include({ text });
      expect(search().raw().all(text)).to.deep.equal([[text]]);
      expect([...search().pluck().iterate(text)]).to.deep.equal([text]);
    }
  });

  it("undoes a transaction whose work throws, and one whose commit fails", () => {
    expect(() =>
      db.transaction(() => {
        insert("a");
        throw new Error("planned");
      }),
    ).to.throw("planned");
    expect(db.transaction(() => texts())).to.deep.equal([]);
    db.exec("CREATE TABLE child (of INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED) STRICT");
    const orphan = () => db.transaction(() => db.exec("INSERT INTO child VALUES (7)"), "IMMEDIATE");
    expect(codeOf(orphan)).to.equal("SQLITE_CONSTRAINT_FOREIGNKEY");
    expect(db.isTransaction).to.equal(false);
    expect(db.prepare("SELECT count(*) FROM child").pluck().get()).to.equal(0);
  });

  it("leaves nothing beside its file when it is closed, whatever was prepared", () => {
    const statement = db.prepare("SELECT * FROM t");
    insert("a");
    statement.iterate().next();
    expect(readdirSync(folder)).to.include("a.db-wal");
    db.close();
    db.close();
    expect(db.isOpen).to.equal(false);
    expect(readdirSync(folder)).to.deep.equal(["a.db"]);
    expect(() => statement.all()).to.throw(/finalized|closed|not open/);
  });

  it("waits for another writer as long as its timeout says", () => {
    const other = new Database(file, { timeout: 1 });
    expect(other.pragma("busy_timeout")).to.equal(1);
    expect(db.pragma("busy_timeout")).to.equal(5_000);
    db.exec("BEGIN IMMEDIATE");
    expect(codeOf(() => other.exec("BEGIN IMMEDIATE"))).to.equal("SQLITE_BUSY");
    db.exec("COMMIT");
    other.close();
  });

  it("copies its log back, and says who is in the way", () => {
    insert("a");
    expect(db.checkpoint("PASSIVE").pages).to.be.above(0);
    const reader = new Database(file, { readOnly: true, timeout: 0 });
    reader.exec("BEGIN; SELECT * FROM t");
    insert("b");
    db.pragma("busy_timeout = 0");
    expect(db.checkpoint("TRUNCATE").isBusy).to.equal(true);
    reader.close();
    expect(db.checkpoint("TRUNCATE")).to.deep.equal({ isBusy: false, pages: 0 });
  });

  it("throws errors whose codes are SQLite's, from every function", () => {
    const junk = join(folder, "junk");
    writeFileSync(junk, "no database".repeat(500));
    const of = (path: string, options = {}) => new Database(path, options);
    const small = of(":memory:");
    small.exec("CREATE TABLE t (a); PRAGMA max_page_count = 3");
    insert("a");
    const rows: ReadonlyArray<readonly [wanted: string, work: () => unknown]> = [
      ["SQLITE_NOTADB", () => of(junk).exec("SELECT * FROM sqlite_schema")],
      ["SQLITE_NOTADB", () => of(junk).pragma("user_version")],
      ["SQLITE_NOTADB", () => of(junk).prepare("PRAGMA user_version").get()],
      ["SQLITE_NOTADB", () => of(junk).prepare("PRAGMA user_version").run()],
      ["SQLITE_NOTADB", () => [...of(junk).prepare("PRAGMA user_version").iterate()]],
      ["SQLITE_CANTOPEN", () => of(join(folder, "none", "a.db"))],
      ["SQLITE_CANTOPEN", () => of(join(folder, "none.db"), { readOnly: true })],
      ["SQLITE_CANTOPEN", () => of(join(folder, "none.db"), { fileMustExist: true })],
      ["SQLITE_READONLY", () => of(file, { readOnly: true }).exec("DELETE FROM t")],
      ["SQLITE_FULL", () => small.exec("INSERT INTO t VALUES (zeroblob(100000))")],
      ["SQLITE_FULL", () => small.prepare("INSERT INTO t VALUES (?)").run("x".repeat(100_000))],
      ["SQLITE_CONSTRAINT_UNIQUE", () => insert("a")],
      ["SQLITE_ERROR", () => db.prepare("SELEC")],
      ["SQLITE_CORRUPT", () => db.prepare("SELECT 9007199254740993").all()],
    ];
    for (const [wanted, work] of rows) expect(codeOf(work), String(work)).to.equal(wanted);
    expect(readdirSync(folder)).to.not.include("none.db");
  });
});
