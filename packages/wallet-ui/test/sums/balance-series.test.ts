import { assert } from "chai";
import { balanceSeries } from "../../src/sums/balance-series.js";

const day = 86_400_000;

describe("a balance over days", () => {
  it("ends with the balance now, and goes back by the changes", () => {
    const changes = [
      { at: 10 * day + 5, change: 4n, eventId: "a" },
      { at: 10 * day + 6, change: -1n, eventId: "b" },
      { at: 12 * day - 1, change: 7n, eventId: "c" },
    ];
    assert.deepEqual(balanceSeries(20n, changes, 9 * day + 3, 12 * day + 9), [
      { day: 9 * day, balance: 10n, eventIds: [] },
      { day: 10 * day, balance: 13n, eventIds: ["a", "b"] },
      { day: 11 * day, balance: 20n, eventIds: ["c"] },
      { day: 12 * day, balance: 20n, eventIds: [] },
    ]);
  });

  it("has a bounded number of days", () => {
    assert.strictEqual(balanceSeries(0n, [], 0, 20_000 * day).length, 3_661);
  });
});
