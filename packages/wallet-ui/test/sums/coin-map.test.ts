import { assert } from "chai";
import fc from "fast-check";
import { coinMap, manyCoins } from "../../src/sums/coin-map.js";
import { numeric } from "../money/arbitrary-numeric.js";

const coinsOf = (amounts: ReadonlyArray<bigint>) =>
  amounts.map((amount, at) => ({ contractId: `c${at}`, amount: numeric(amount) }));

describe("the map of coins", () => {
  it("has tiles of the size of the amounts", () => {
    const tiles = coinMap(coinsOf([1n, 2n, 1n]));
    const areas = tiles.map(({ coin, width, height }) => [coin.contractId, width * height]);
    assert.deepEqual(areas, [
      ["c1", 0.5],
      ["c0", 0.25],
      ["c2", 0.25],
    ]);
    assert.strictEqual(manyCoins, 10);
  });

  it("stays within its frame, whatever the amounts", () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 37n }), { maxLength: 200 });
    fc.assert(
      fc.property(amounts, (all) => {
        for (const { x, y, width, height } of coinMap(coinsOf(all))) {
          assert.isTrue(x >= 0 && y >= 0 && width > 0 && height > 0);
          assert.isTrue(x + width <= 1.000_001 && y + height <= 1.000_001);
        }
      }),
    );
  });

  it("is empty without coins", () => {
    assert.deepEqual(coinMap([]), []);
    assert.deepEqual(coinMap(coinsOf([0n, 0n])), []);
  });
});
