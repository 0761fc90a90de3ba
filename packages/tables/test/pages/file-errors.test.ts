import Database from "better-sqlite3";
import { expect } from "chai";
import { isDamage, textOfThrown } from "../../src/pages/file-errors.js";
import { TableDamage } from "../../src/table-damage.js";

describe("Errors of a file of tables", () => {
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
