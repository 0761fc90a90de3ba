import { expect } from "chai";
import * as fc from "fast-check";
import { int64From, isNumericUnits, type Numeric, numericToText } from "@tallystick/core";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type ExpiringAmount, holdingFeeAt, withoutLedger } from "../../../src/index.js";
import {
  isValidExpiringAmount,
  rateAtPrice,
  roundOfExpiry,
} from "../../../src/amulet/configuration/fees.js";
import type { Round } from "../../../src/amulet/configuration/round-number.js";
import { cc } from "../../coin-fixture.js";

const round = (number: bigint): Round => {
  const read = int64From(number);
  if (isLeft(read)) throw new Error(read.left.reason);
  return { number: read.right };
};

const coin = (initialAmount: string, createdAt: bigint, rate: string): ExpiringAmount => ({
  initialAmount: cc(initialAmount),
  createdAt: round(createdAt),
  ratePerRound: { rate: cc(rate) },
});

const expiryOf = (amount: ExpiringAmount): bigint | string | undefined => {
  const read = withoutLedger(roundOfExpiry(amount));
  return isRight(read) ? read.right : read.left.message;
};

const shown = (amount: Numeric): string => numericToText(amount);

describe("the holding fee", () => {
  it("has the rate of the price a coin was made at", () => {
    const rateAt = (price: string) => {
      const rate = withoutLedger(rateAtPrice({ rate: cc("0.0000190259") }, cc(price)));
      return isRight(rate) ? shown(rate.right.rate) : rate.left.message;
    };
    expect(rateAt("0.005")).to.equal("0.0038051800");
    expect(rateAt("0.1")).to.equal("0.0001902590");
    expect(rateAt("0.3")).to.equal("0.0000634197");
    expect(rateAt("0")).to.equal("ArithmeticError while evaluating (DIV_NUMERIC 1.0 1.0 0.0).");
  });

  // one CC made in round 100 at a price of 0.005 USD (wallet 8.2)
  const example = coin("1", 100n, "0.00380518");
  const table: ReadonlyArray<readonly [bigint, string]> = [
    [0n, "0.0000000000"],
    [100n, "0.0000000000"],
    [101n, "0.0038051800"],
    [362n, "0.9969571600"],
    [363n, "1.0000000000"],
    [10_000n, "1.0000000000"],
  ];
  for (const [at, fee] of table) {
    it(`of the worked example is ${fee} at round ${at}`, () => {
      expect(shown(holdingFeeAt(example, round(at)))).to.equal(fee);
    });
  }

  const expiries: ReadonlyArray<readonly [string, ExpiringAmount, bigint | string | undefined]> = [
    ["the worked example lets expire in the round it is used up", example, 363n],
    ["of a coin whose amount it just reaches lets it expire then", coin("1", 10n, "0.25"), 14n],
    [
      "that is nothing lets no coin expire",
      coin("1", 0n, "0"),
      "boundedDivDecimal: negative second operand 0.0",
    ],
    [
      "lets a coin live forever whose round cannot be counted",
      coin("1", 2n ** 63n - 1n, "1"),
      undefined,
    ],
    [
      "lets a coin live forever whose rounds are too many for a decimal",
      coin("9999999999999999999999999999", 0n, "0.1"),
      undefined,
    ],
    [
      "of a coin made before the first round is an error",
      coin("1", -1n, "1"),
      "addBoundedInt: negative first operand -1",
    ],
  ];
  for (const [name, amount, expected] of expiries)
    it(name, () => expect(expiryOf(amount)).to.equal(expected));

  it("does not overflow, however long and dear a coin is held", () => {
    const greatest = coin(
      "9999999999999999999999999999.9999999999",
      0n,
      "9999999999999999999999999999",
    );
    expect(expiryOf(greatest)).to.equal(1n);
    expect(holdingFeeAt(greatest, round(2n ** 63n - 1n))).to.equal(greatest.initialAmount);
  });

  it("is between 0 and the amount, grows with the rounds, and is all of dust", () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 20n }).filter(isNumericUnits);
    const rounds = fc.bigInt({ min: 0n, max: 10n ** 9n });
    fc.assert(
      fc.property(units, units, rounds, rounds, rounds, (initialAmount, rate, made, a, b) => {
        const amount = { initialAmount, createdAt: round(made), ratePerRound: { rate } };
        const [early, late] = a < b ? [a, b] : [b, a];
        const fees = [early, late].map((at) => holdingFeeAt(amount, round(at)));
        expect((fees[0] ?? 0n) <= (fees[1] ?? 0n)).to.equal(true);
        for (const fee of fees) expect(fee >= 0n && fee <= initialAmount).to.equal(true);
        const expiresAt = expiryOf(amount);
        if (typeof expiresAt === "bigint" && expiresAt < late)
          expect(fees[1]).to.equal(initialAmount);
      }),
    );
  });
});

describe("an expiring amount", () => {
  const table: ReadonlyArray<readonly [string, ExpiringAmount, boolean]> = [
    ["of the smallest amount", coin("0.0000000001", 0n, "0"), true],
    ["of nothing", coin("0", 0n, "0"), false],
    ["below nothing", coin("-1", 0n, "0"), false],
    ["made before the first round", coin("1", -1n, "0"), false],
    ["with a rate below nothing", coin("1", 0n, "-0.0000000001"), false],
  ];
  for (const [name, amount, valid] of table) {
    it(`${name} is ${valid ? "valid" : "refused"}`, () => {
      expect(isValidExpiringAmount(amount)).to.equal(valid);
    });
  }
});
