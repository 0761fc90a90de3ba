import { sqliteCode, sqliteError } from "@tallystick/sqlite";
import { expect } from "chai";
import { isDamage, textOfThrown } from "../../src/pages/file-errors.js";
import { TableDamage } from "../../src/table-damage.js";

describe("Errors of a file of tables", () => {
  for (const [thrown, damaged] of [
    [new TableDamage("block 1/2/3 is missing"), true],
    [new SyntaxError("Unexpected token"), true],
    [sqliteError("malformed", "SQLITE_CORRUPT"), true],
    [sqliteError("malformed", "SQLITE_CORRUPT_INDEX"), true],
    [sqliteError("no database", "SQLITE_NOTADB"), true],
    [sqliteError("not unique", "SQLITE_CONSTRAINT_PRIMARYKEY"), true],
    [sqliteError("no such table", "SQLITE_ERROR"), true],
    [sqliteError("full", "SQLITE_FULL"), false],
    [sqliteError("i/o", "SQLITE_IOERR"), false],
    [sqliteError("i/o", "SQLITE_IOERR_SHORT_READ"), false],
    [sqliteError("busy", "SQLITE_BUSY_SNAPSHOT"), false],
    [sqliteError("locked", "SQLITE_LOCKED"), false],
    [sqliteError("open", "SQLITE_CANTOPEN"), false],
    [sqliteError("read-only", "SQLITE_READONLY_DBMOVED"), false],
    [sqliteError("memory", "SQLITE_NOMEM"), false],
    [new TypeError("The database connection is not open"), false],
    ["a text", false],
  ] as const) {
    const name = sqliteCode(thrown) ?? String(thrown);
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
