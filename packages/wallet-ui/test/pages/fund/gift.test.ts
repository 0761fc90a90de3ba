import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { giftOf, noGift } from "../../../src/pages/fund/gift.js";
import { lackOf, partyNamed, typedAmount } from "../typed.js";

const amount = typedAmount("2");

describe("what is typed to give part of the fund", () => {
  const filled = { ...noGift, beneficiary: partyNamed("bob"), reason: " tools ", amount };

  it("is a coupon that ends after the chosen days", () => {
    expect(giftOf({ ...filled, term: "7" }, 1_000)).to.deep.equal(
      right({
        beneficiary: filled.beneficiary,
        amount: "2.0000000000",
        expiresAt: 1_000_000 + 7 * 86_400_000_000,
        reason: "tools",
      }),
    );
  });

  it("lacks something without beneficiary, amount or reason", () => {
    expect(lackOf(giftOf(noGift, 0))).to.match(/all fields/);
    for (const part of [{ beneficiary: "bob" }, { reason: " " }, { amount: noGift.amount }])
      expect(lackOf(giftOf({ ...filled, ...part }, 0))).to.match(/all fields/);
  });
});
