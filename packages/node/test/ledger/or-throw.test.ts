import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { ledgerError } from "@tallystick/core";
import { LedgerFailure, orThrow } from "../../src/ledger/or-throw.js";

describe("orThrow", () => {
  it("gives the Right as it is", () => {
    const value = { a: 1 };
    expect(orThrow(right(value))).to.equal(value);
  });

  it("throws the Left with its own words", () => {
    const refused = ledgerError("PACKAGE_NOT_FOUND", "no such package", { definiteAnswer: true });
    for (const [error, message, code] of [
      [refused, "no such package", "PACKAGE_NOT_FOUND"],
      [{ kind: "config", message: "no file" }, "no file", undefined],
      [{ code: "lost-tail", message: "a store's own code" }, "a store's own code", undefined],
    ] as const) {
      try {
        orThrow(left(error));
        expect.fail("nothing was thrown");
      } catch (thrown) {
        expect(thrown).to.be.instanceOf(LedgerFailure).and.include({ message, error, code });
      }
    }
  });
});
