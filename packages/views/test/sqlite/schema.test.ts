import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { TableDamage, checkSeed } from "@tallystick/tables";
import {
  isDamage,
  markDamaged,
  openForFolding,
  recreateTables,
  removeViewsFile,
  schemaVersion,
  textOfThrown,
} from "../../src/sqlite/schema.js";
import { leftOf, rightOf } from "../journal-fixture.js";

const seed = checkSeed("0123");

describe("Errors of the views' file", () => {
  for (const [thrown, damaged] of [
    [new TableDamage("block 1/2/3 is missing"), true],
    [new SyntaxError("Unexpected token"), true],
    [new Database.SqliteError("malformed", "SQLITE_CORRUPT"), true],
    [new Database.SqliteError("malformed", "SQLITE_CORRUPT_INDEX"), true],
    [new Database.SqliteError("no database", "SQLITE_NOTADB"), true],
    [new Database.SqliteError("not unique", "SQLITE_CONSTRAINT_PRIMARYKEY"), true],
    [new Database.SqliteError("no such table", "SQLITE_ERROR"), true],
    [new Database.SqliteError("full", "SQLITE_FULL"), false],
    [new Database.SqliteError("i/o", "SQLITE_IOERR"), false],
    [new Database.SqliteError("i/o", "SQLITE_IOERR_SHORT_READ"), false],
    [new Database.SqliteError("busy", "SQLITE_BUSY_SNAPSHOT"), false],
    [new Database.SqliteError("locked", "SQLITE_LOCKED"), false],
    [new Database.SqliteError("open", "SQLITE_CANTOPEN"), false],
    [new Database.SqliteError("read-only", "SQLITE_READONLY_DBMOVED"), false],
    [new Database.SqliteError("memory", "SQLITE_NOMEM"), false],
    [new TypeError("The database connection is not open"), false],
    ["a text", false],
  ] as const) {
    const name = thrown instanceof Database.SqliteError ? thrown.code : String(thrown);
    it(`${damaged ? "are damage" : "may pass"}: ${name}`, () => {
      expect(isDamage(thrown)).to.equal(damaged);
    });
  }

  it("are known by their message, whatever was thrown", () => {
    expect(textOfThrown(new Error("full"))).to.equal("full");
    expect(textOfThrown("full")).to.equal("full");
    expect(textOfThrown(undefined)).to.equal("undefined");
  });
});

describe("The views' file", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "views-schema-"));
    file = join(folder, "views.db");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const opened = (rebuilt: RegExp | undefined): void => {
    const { db, rebuiltBecause } = rightOf(openForFolding(file, seed));
    if (rebuilt === undefined) expect(rebuiltBecause).to.equal(undefined);
    else expect(rebuiltBecause).to.match(rebuilt);
    expect(db.pragma("user_version", { simple: true })).to.equal(schemaVersion);
    expect(db.pragma("journal_mode", { simple: true })).to.equal("wal");
    db.close();
  };

  const change = (sql: string): void => {
    const db = new Database(file);
    db.exec(sql);
    db.close();
  };

  it("is made, and its owner's alone", () => {
    opened(undefined);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    opened(undefined);
  });

  it("is made where making it was interrupted after its head", () => {
    const db = new Database(file);
    db.pragma("journal_mode = WAL");
    db.close();
    opened(undefined);
  });

  for (const [what, damage, rebuilt] of [
    ["is no database", () => writeFileSync(file, "x".repeat(5_000)), /unreadable/],
    ["has another version", () => change("PRAGMA user_version = 99"), /version 99/],
    ["has lost its head", () => change("PRAGMA application_id = 7"), /head/],
    ["has lost its checkpoint", () => change("DELETE FROM checkpoint"), /checkpoint/],
    [
      "has another checkpoint",
      () => change("UPDATE checkpoint SET text = replace(text, '0', '1')"),
      /checkpoint/,
    ],
    ["has lost a table", () => change("DROP TABLE checkpoint"), /no such table/],
    ["was found damaged before", () => markDamaged(file, "block 1"), /earlier run/],
  ] as const) {
    it(`starts again when it ${what}`, () => {
      opened(undefined);
      damage();
      opened(rebuilt);
      opened(undefined);
    });
  }

  it("starts again for another journal", () => {
    opened(undefined);
    const other = rightOf(openForFolding(file, checkSeed("4567")));
    expect(other.rebuiltBecause).to.match(/checkpoint/);
    other.db.close();
  });

  it("is left alone when it is another program's", () => {
    change("CREATE TABLE theirs (a)");
    expect(leftOf(openForFolding(file, seed)).message).to.match(/something else/);
    expect(existsSync(file)).to.equal(true);
  });

  it("is an error of files where it cannot be made", () => {
    const error = leftOf(openForFolding(join(folder, "missing", "views.db"), seed));
    expect(error.kind).to.equal("file");
  });

  it("is emptied, and removed with all that is beside it", () => {
    const { db } = rightOf(openForFolding(file, seed));
    db.exec("INSERT INTO name VALUES (1, 'alice')");
    recreateTables(db, seed);
    expect(db.prepare("SELECT count(*) FROM name").pluck().get()).to.equal(0);
    db.close();
    markDamaged(file, "block 1");
    removeViewsFile(file);
    expect([existsSync(file), existsSync(`${file}.damaged`)]).to.deep.equal([false, false]);
    markDamaged(":memory:", "nothing to mark");
  });
});
