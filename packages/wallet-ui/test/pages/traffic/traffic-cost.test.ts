import { expect } from "chai";
import { trafficCost } from "../../../src/pages/traffic/traffic-cost.js";

const one = 10_000_000_000n;

describe("the cost of traffic", () => {
  it("is megabytes by price, in coins", () => {
    // 2 MB at 20 USD are 40 USD; at 0.1 USD a coin that is 400 coins
    expect(trafficCost(2_000_000n, 20n * one, one / 10n)).to.equal(400n * one);
  });
  it("is rounded up to a unit", () => {
    expect(trafficCost(1n, 1n, 3n * one)).to.equal(1n);
  });
  it("is unknown without a price of the coin", () => {
    expect(trafficCost(1n, 1n, 0n)).to.equal(undefined);
  });
});
