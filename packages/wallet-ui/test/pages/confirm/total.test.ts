import { expect } from "chai";
import { coinsOf, coinsText } from "../../../src/pages/confirm/total.js";

const coins = (amount: string) => ({ amount, unit: "AmuletUnit" });
const usd = (amount: string) => ({ amount, unit: "USDUnit" });

const totalOf = (amounts: Parameters<typeof coinsOf>[0], price?: string): string | undefined => {
  const total = coinsOf(amounts, price);
  return total === undefined ? undefined : coinsText(total);
};

describe("the total of what an app asks for", () => {
  it("is exact in coins, and at the price in USD", () => {
    expect(totalOf([coins("0.1"), coins("0.2")])).to.equal("0.3000000000");
    expect(totalOf([coins("1"), usd("2")], "0.5")).to.equal("5.0000000000");
  });

  it("is not known without a price, in another unit, or of nothing", () => {
    expect(totalOf([coins("1"), usd("2")])).to.equal(undefined);
    expect(totalOf([{ amount: "1", unit: "EURUnit" }], "0.5")).to.equal(undefined);
    expect(totalOf([coins("much")])).to.equal(undefined);
    expect(totalOf([])).to.equal(undefined);
  });
});
