import type { AmuletPayload } from "@tallystick/coin";
import { numericFromUnits, numericMaxUnits } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { balanceOf, positionOf } from "../../src/treasury/balance.js";
import { round } from "../held-contracts.js";
import { alice, cc, dso, rightOf } from "../wallet-ledger.js";

const coin = (amount: AmuletPayload["amount"]["initialAmount"], createdIn = 1): AmuletPayload => ({
  dso,
  owner: alice,
  amount: {
    initialAmount: amount,
    createdAt: round(createdIn),
    ratePerRound: { rate: cc("0.1") },
  },
});
const units = fc.bigInt(1n, 10n ** 18n).map((it) => rightOf(numericFromUnits(it)));

describe("what a coin shows", () => {
  const rows = [
    { createdIn: 3, at: 3, fee: "0" },
    { createdIn: 3, at: 8, fee: "0.5" },
    { createdIn: 3, at: 33, fee: "2" },
  ];
  for (const { createdIn, at, fee } of rows) {
    it(`of round ${createdIn} at round ${at} is a fee of ${fee}, and the whole amount`, () => {
      expect(positionOf(coin(cc("2"), createdIn), round(at))).to.deep.equal({
        accruedHoldingFee: cc(fee),
        effectiveAmount: cc("2"),
      });
    });
  }
});

describe("the balance of coins", () => {
  it("is the sum of what each coin shows", () => {
    const coins = fc.array(
      fc.tuple(units, fc.nat(20)).map(([amount, createdIn]) => coin(amount, createdIn)),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(coins, coins, (free, locked) => {
        const balance = rightOf(balanceOf(free, locked, round(25)));
        const sum = (of: typeof free, part: "accruedHoldingFee" | "effectiveAmount") =>
          of.reduce((all, it) => all + positionOf(it, round(25))[part], 0n);
        expect(balance).to.deep.equal({
          unlocked: sum(free, "effectiveAmount"),
          locked: sum(locked, "effectiveAmount"),
          holdingFees: sum(free, "accruedHoldingFee"),
          lockedHoldingFees: sum(locked, "accruedHoldingFee"),
        });
        expect(balance.holdingFees <= balance.unlocked).to.equal(true);
      }),
    );
  });

  it("is an error when a sum is out of range", () => {
    const most = coin(rightOf(numericFromUnits(numericMaxUnits)));
    expect(isLeft(balanceOf([most], [], round(1)))).to.equal(false);
    expect(isLeft(balanceOf([most, coin(cc("1"))], [], round(1)))).to.equal(true);
    expect(isLeft(balanceOf([], [most, coin(cc("1"))], round(1)))).to.equal(true);
  });
});
