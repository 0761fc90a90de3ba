import { expect } from "chai";
import { sqliteCode, sqliteError } from "../src/sqlite-error.js";

describe("an error of SQLite", () => {
  it("has the code it was made of", () => {
    expect(sqliteCode(sqliteError("as planned", "SQLITE_IOERR_FSYNC"))).to.equal(
      "SQLITE_IOERR_FSYNC",
    );
    expect(() => sqliteError("as planned", "SQLITE_NEW")).to.throw("no result code SQLITE_NEW");
  });

  it("is not anything else that is thrown", () => {
    for (const thrown of [new Error("SQLITE_FULL"), new TypeError("no"), "SQLITE_FULL", undefined])
      expect(sqliteCode(thrown)).to.equal(undefined);
  });
});
