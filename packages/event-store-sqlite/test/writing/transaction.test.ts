import { sqliteError } from "@tallystick/sqlite";
import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { inTransaction, type TransactionControl } from "../../src/writing/transaction.js";

const PLACE = { stream: "s", revision: 3, position: 9 };

/** A transaction whose given step fails with an SQLite error of this code. */
const failingAt = (step: "begin" | "commit" | "rollback" | "none", code: string) => {
  const steps: string[] = [];
  const take = (name: string): void => {
    steps.push(name);
    if (name === step) throw sqliteError("planned", code);
  };
  const control: TransactionControl = {
    begin: () => take("begin"),
    commit: () => take("commit"),
    rollback: () => take("rollback"),
    isOpen: () => steps.includes("begin") && step !== "begin",
  };
  return { steps, control };
};

const failWork = (code: string) => () => {
  throw sqliteError("planned", code);
};

describe("a transaction", () => {
  const rows: ReadonlyArray<readonly ["begin" | "commit", string, string]> = [
    ["begin", "SQLITE_IOERR_WRITE", "unavailable known"],
    ["begin", "SQLITE_BUSY", "unavailable known"],
    ["commit", "SQLITE_IOERR_FSYNC", "unavailable unknown"],
    ["commit", "SQLITE_FULL", "unavailable unknown"],
    ["commit", "SQLITE_BUSY", "unavailable known"],
    ["commit", "SQLITE_CORRUPT_INDEX", "damaged "],
  ];
  for (const [step, code, answer] of rows) {
    it(`that fails at ${step} with ${code} is ${answer}`, () => {
      const { control } = failingAt(step, code);
      const result = inTransaction(control, PLACE, () => "done");
      if (isRight(result)) throw new Error("unexpected success");
      const { error } = result.left;
      expect(`${error.kind} ${error.kind === "unavailable" ? error.outcome : ""}`).to.equal(answer);
    });
  }

  it("whose work fails is rolled back, and nothing was written for certain", () => {
    const { control, steps } = failingAt("none", "");
    const result = inTransaction(control, PLACE, failWork("SQLITE_FULL"));
    expect(isLeft(result) && result.left.error).to.include({
      kind: "unavailable",
      outcome: "known",
    });
    expect(steps).to.deep.equal(["begin", "rollback"]);
  });

  it("tells a broken constraint from other errors", () => {
    const constraint = inTransaction(
      failingAt("none", "").control,
      PLACE,
      failWork("SQLITE_CONSTRAINT_UNIQUE"),
    );
    const full = inTransaction(failingAt("none", "").control, PLACE, failWork("SQLITE_FULL"));
    expect(isLeft(constraint) && constraint.left.constraint).to.equal(true);
    expect(isLeft(full) && full.left.constraint).to.equal(false);
  });

  it("whose rollback fails as well reports the first error", () => {
    const { control } = failingAt("rollback", "SQLITE_IOERR");
    const result = inTransaction(control, PLACE, failWork("SQLITE_NOTADB"));
    expect(isLeft(result) && result.left.error).to.include({ kind: "damaged", ...PLACE });
  });
});
