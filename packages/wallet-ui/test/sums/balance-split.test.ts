import { assert } from "chai";
import fc from "fast-check";
import { amountOfSum, splitBalance } from "../../src/sums/balance-split.js";
import { numeric } from "../money/arbitrary-numeric.js";

const coin = (amount: bigint, rest = {}) => ({ contractId: "c", amount: numeric(amount), ...rest });

describe("a balance", () => {
  it("is what is available, locked and pending", () => {
    const split = splitBalance(
      [
        coin(5n),
        coin(7n, { lock: { context: "transfer", until: 9 } }),
        coin(1n, { lock: { context: "allocation", until: 3 } }),
        coin(2n, { lock: { context: "transfer", until: 9 }, expiresAt: 10 }),
        coin(3n, { expiresAt: 99 }),
      ],
      [
        { direction: "in", amount: numeric(4n) },
        { direction: "out", amount: numeric(6n) },
        { direction: "in", amount: numeric(1n) },
      ],
      50,
    );
    assert.deepEqual(split, {
      available: 8n,
      locked: 10n,
      total: 18n,
      locks: [
        { context: "allocation", until: 3, amount: 1n },
        { context: "transfer", until: 9, amount: 9n },
      ],
      pendingIn: 5n,
      pendingOut: 6n,
      dust: { coins: 1, amount: 2n },
    });
  });

  it("is always the sum of its parts", () => {
    const coins = fc.array(
      fc
        .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.boolean(), fc.nat({ max: 3 }))
        .map(([amount, isLocked, until]) =>
          coin(amount, isLocked ? { lock: { context: "x", until } } : {}),
        ),
    );
    fc.assert(
      fc.property(coins, (all) => {
        const { available, locked, total, locks } = splitBalance(all, [], 0);
        assert.strictEqual(available + locked, total);
        assert.strictEqual(
          locks.reduce((sum, { amount }) => sum + amount, 0n),
          locked,
        );
      }),
    );
  });

  it("is an amount within its range", () => {
    assert.strictEqual(amountOfSum(5n), 5n);
    assert.isUndefined(amountOfSum(10n ** 38n));
  });
});
