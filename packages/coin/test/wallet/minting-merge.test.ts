import { expect } from "chai";
import fc from "fast-check";
import { isNumericUnits } from "@tallystick/core";
import { coinsToMerge, type MergeCandidate } from "../../src/index.js";
import { int } from "../int-values.js";

const coinsOf = (amounts: ReadonlyArray<bigint>): ReadonlyArray<MergeCandidate> =>
  amounts.map((amount, n) => {
    if (!isNumericUnits(amount)) throw new Error(`${amount}`);
    return { contractId: `00${n.toString().padStart(3, "0")}`, amount };
  });

describe("the coins a delegate merges", () => {
  const table: ReadonlyArray<
    readonly [name: string, amounts: ReadonlyArray<bigint>, limit: bigint, most: number, string]
  > = [
    ["none of none", [], 3n, 100, ""],
    ["none of fewer than twice the limit", [5n, 4n, 3n, 2n, 1n], 3n, 100, ""],
    ["all but limit - 1 of twice the limit", [6n, 5n, 4n, 3n, 2n, 1n], 3n, 100, "5 4 3 2"],
    ["all for a limit of 1", [2n, 3n, 1n], 1n, 100, "2 0 1"],
    ["all for a limit of 0, which counts as 1", [2n, 1n], 0n, 100, "1 0"],
    ["all for a limit below 0, which counts as 1", [2n, 1n], -5n, 100, "1 0"],
    ["not one alone", [2n], 1n, 100, ""],
    ["of equal ones the first by id", [1n, 1n, 1n, 1n], 2n, 100, "0 1 2"],
    ["no more than there is room for", [6n, 5n, 4n, 3n, 2n, 1n], 3n, 2, "5 4"],
    ["none where there is room for one", [6n, 5n, 4n, 3n, 2n, 1n], 3n, 1, ""],
    ["none for the greatest limit", [6n, 5n, 4n], 2n ** 63n - 1n, 100, ""],
  ];
  for (const [name, amounts, limit, most, chosen] of table) {
    it(`are ${name}`, () => {
      const merged = coinsToMerge(coinsOf(amounts), int(limit), most);
      expect(merged.map((id) => Number(id)).join(" ")).to.equal(chosen);
    });
  }

  it("leave as many coins as the limit when there is room, and never touch a greater one", () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 50n }), { maxLength: 40 });
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 12n }), (units, limit) => {
        const coins = coinsOf(units);
        const merged = coinsToMerge(coins, int(limit), 100);
        const isDue = BigInt(units.length) >= 2n * limit && units.length > 1;
        expect(merged.length > 0).to.equal(isDue);
        if (!isDue) return;
        expect(BigInt(units.length - merged.length + 1)).to.equal(limit);
        const [taken, left] = [true, false].map((wanted) =>
          coins.filter(({ contractId }) => merged.includes(contractId) === wanted),
        );
        const greatest = (taken ?? []).reduce((a, { amount }) => (amount > a ? amount : a), 0n);
        expect((left ?? []).every(({ amount }) => amount >= greatest)).to.equal(true);
      }),
    );
  });
});
