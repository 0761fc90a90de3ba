import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { Database } from "../src/database.js";
import { sqliteCode, sqliteError } from "../src/sqlite-error.js";
import { stillFile } from "../src/still-file.js";

/** A user who may write nothing. */
const NOBODY = 65_534;

describe("a database in a folder in which nothing may be written", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    // characters that have a meaning in an address
    folder = mkdtempSync(join(tmpdir(), "still ?#%41-"));
    file = join(folder, "a.db");
    const db = new Database(file);
    db.pragma("journal_mode = WAL");
    db.exec("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT; INSERT INTO t VALUES (1), (2)");
    db.close();
    // clocks of files may be too coarse for the next write
    utimesSync(file, 1, 1);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Opens the file as one who may only read. */
  const opened = (): Database => {
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    // root may write everything
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      return new Database(file, { readOnly: true });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o755);
      chmodSync(file, 0o644);
    }
  };

  it("is read, until another program writes to the file", () => {
    const db = opened();
    const ids = db.prepare("SELECT id FROM t ORDER BY id").pluck();
    expect(ids.all()).to.deep.equal([1, 2]);
    const rows = ids.iterate();
    expect(rows.next().value).to.equal(1);
    const writing = new Database(file);
    writing.exec("INSERT INTO t VALUES (3)");
    // it is in the log so far
    expect(rows.next().value).to.equal(2);
    expect(rows.next().done).to.equal(true);
    writing.close();
    const change = /another program wrote to the file while it was read .*; read a copy of it/;
    expect(() => ids.all()).to.throw(change);
    expect(() => ids.get()).to.throw(change);
    expect(() => ids.iterate().next()).to.throw(change);
    db.close();
  });

  it("is read as still only where all of it is in the file", () => {
    const forbidden = sqliteError("no", "SQLITE_READONLY_DIRECTORY");
    expect(stillFile(file, forbidden)?.address).to.match(/^file:.*a\.db\?immutable=1$/);
    expect(stillFile(file, sqliteError("no", "SQLITE_CORRUPT"))).to.equal(undefined);
    expect(stillFile(join(folder, "b.db"), forbidden)).to.equal(undefined);
    for (const [end, text, isStill] of [
      ["-wal", "", true],
      ["-wal", "x", false],
      ["-journal", "x", false],
      ["-shm", "", false],
    ] as const) {
      writeFileSync(`${file}${end}`, text);
      expect(stillFile(file, forbidden) !== undefined, `${end} "${text}"`).to.equal(isStill);
      rmSync(`${file}${end}`);
    }
    expect(sqliteCode(forbidden)).to.equal("SQLITE_READONLY_DIRECTORY");
  });
});
