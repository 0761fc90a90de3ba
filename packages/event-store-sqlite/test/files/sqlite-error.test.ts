import { sqliteError } from "@tallystick/sqlite";
import { expect } from "chai";
import { errorOf, isConstraint, WHOLE_FILE } from "../../src/files/sqlite-error.js";

const PLACE = { stream: "s", revision: 3, position: 9 };
const thrown = (code: string): unknown => sqliteError("as planned", code);

describe("what SQLite throws", () => {
  const ROWS: ReadonlyArray<readonly [code: string, wanted: string]> = [
    ["SQLITE_CORRUPT", "damaged"],
    ["SQLITE_CORRUPT_INDEX", "damaged"],
    ["SQLITE_NOTADB", "damaged"],
    ["SQLITE_BUSY", "unavailable known"],
    ["SQLITE_BUSY_SNAPSHOT", "unavailable known"],
    ["SQLITE_LOCKED", "unavailable known"],
    ["SQLITE_FULL", "unavailable unknown"],
    ["SQLITE_IOERR_FSYNC", "unavailable unknown"],
    ["SQLITE_IOERR_WRITE", "unavailable unknown"],
    ["SQLITE_READONLY", "unavailable unknown"],
    ["SQLITE_CONSTRAINT_UNIQUE", "unavailable unknown"],
  ];
  for (const [code, wanted] of ROWS) {
    it(`as ${code} of a commit is ${wanted}`, () => {
      const error = errorOf(thrown(code), PLACE, "unknown");
      const outcome = error.kind === "unavailable" ? ` ${error.outcome}` : "";
      expect(error.kind + outcome).to.equal(wanted);
      expect(error).to.have.property("reason", `${code}: as planned`);
      if (error.kind === "damaged") expect(error).to.include(PLACE);
    });
  }

  it("wrote nothing when that is known", () => {
    const error = errorOf(thrown("SQLITE_FULL"), PLACE, "known");
    expect(error).to.include({ kind: "unavailable", outcome: "known" });
  });

  it("may be something else than SQLite's", () => {
    expect(errorOf(new Error("EACCES: no"), WHOLE_FILE, "known")).to.deep.equal({
      kind: "unavailable",
      outcome: "known",
      reason: "EACCES: no",
    });
    expect(errorOf("text", WHOLE_FILE, "unknown")).to.have.property("reason", "text");
  });

  it("is a broken constraint of any kind, or none", () => {
    for (const [code, wanted] of [
      ["SQLITE_CONSTRAINT_UNIQUE", true],
      ["SQLITE_CONSTRAINT_PRIMARYKEY", true],
      ["SQLITE_CONSTRAINT_DATATYPE", true],
      ["SQLITE_FULL", false],
    ] as const)
      expect(isConstraint(thrown(code)), code).to.equal(wanted);
  });
});
