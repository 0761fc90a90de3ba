import { expect } from "chai";
import { expiryRound } from "../../src/sums/coin-expiry.js";

describe("the round in which a coin expires", () => {
  const examples: ReadonlyArray<[bigint, bigint, bigint, bigint | undefined]> = [
    [100n, 10n, 5n, 15n],
    [101n, 10n, 5n, 16n],
    [1n, 10n, 0n, 1n],
    [100n, 0n, 5n, undefined],
  ];
  for (const [amount, rate, created, expected] of examples) {
    it(`is ${expected} for ${amount} at ${rate} a round since ${created}`, () => {
      expect(expiryRound(amount, rate, created)).to.equal(expected);
    });
  }
});
