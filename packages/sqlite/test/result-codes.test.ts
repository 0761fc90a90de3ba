import { expect } from "chai";
import { resultCode, resultName } from "../src/result-codes.js";

describe("the result codes of SQLite", () => {
  // numbers of https://sqlite.org/rescode.html
  for (const [code, name] of [
    [5, "SQLITE_BUSY"],
    [261, "SQLITE_BUSY_RECOVERY"],
    [517, "SQLITE_BUSY_SNAPSHOT"],
    [10, "SQLITE_IOERR"],
    [266, "SQLITE_IOERR_READ"],
    [522, "SQLITE_IOERR_SHORT_READ"],
    [778, "SQLITE_IOERR_WRITE"],
    [1034, "SQLITE_IOERR_FSYNC"],
    [8714, "SQLITE_IOERR_IN_PAGE"],
    [11, "SQLITE_CORRUPT"],
    [779, "SQLITE_CORRUPT_INDEX"],
    [13, "SQLITE_FULL"],
    [14, "SQLITE_CANTOPEN"],
    [516, "SQLITE_ABORT_ROLLBACK"],
    [1032, "SQLITE_READONLY_DBMOVED"],
    [1555, "SQLITE_CONSTRAINT_PRIMARYKEY"],
    [2067, "SQLITE_CONSTRAINT_UNIQUE"],
    [3091, "SQLITE_CONSTRAINT_DATATYPE"],
    [26, "SQLITE_NOTADB"],
  ] as const) {
    it(`have ${name} as ${code}`, () => {
      expect(resultName(code)).to.equal(name);
      expect(resultCode(name)).to.equal(code);
    });
  }

  it("keep the primary name of an extended code that is new, and the number of any other", () => {
    expect(resultName(5 + 256 * 99)).to.equal("SQLITE_BUSY");
    expect(resultName(200)).to.equal("SQLITE_200");
    expect(resultCode("SQLITE_NEW")).to.equal(undefined);
  });
});
