import { ledgerTime } from "@tallystick/core";
import { expect } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { withoutLedger } from "../../src/index.js";
import { stopWith } from "../../src/model/coin-error.js";

describe("a computation outside a choice", () => {
  it("comes to its result", () => {
    const computed = withoutLedger(
      (function* () {
        return 42;
      })(),
    );
    expect(computed).to.deep.equal(right(42));
  });

  it("says why it was refused", () => {
    const refused = withoutLedger(stopWith("insufficient-funds", "It cannot be.", { field: "a" }));
    expect(isLeft(refused) ? refused.left : undefined).to.deep.include({
      errorId: "splice.lfdecentralizedtrust.org/insufficient-funds",
      message: "It cannot be.",
      meta: { field: "a" },
    });
  });

  it("gets no answer from a ledger", () => {
    const asked = withoutLedger(ledgerTime());
    expect(isLeft(asked) ? asked.left.message : "").to.contain("ledgerTime");
  });
});
