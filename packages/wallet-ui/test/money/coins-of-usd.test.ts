import { numericFromText, numericToText } from "@tallystick/core/numeric";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { coinsOfUsd } from "../../src/money/coins-of-usd.js";

const coins = (usd: string, price: string): string | undefined => {
  const read = numericFromText(usd);
  if (isLeft(read)) throw new Error(usd);
  const found = coinsOfUsd(read.right, price);
  return found === undefined ? undefined : numericToText(found);
};

describe("coins of US dollars", () => {
  it("divide by the price, rounded up in the tenth decimal", () => {
    expect(coins("10", "0.005")).to.equal("2000.0000000000");
    expect(coins("1", "3")).to.equal("0.3333333334");
    expect(coins("0", "3")).to.equal("0.0000000000");
  });

  it("are unknown without a price, or when they are too many", () => {
    for (const price of ["0", "-1", "none"]) expect(coins("1", price)).to.equal(undefined);
    expect(coins("9999999999999999999999999999", "0.0000000001")).to.equal(undefined);
    expect(coins("-1", "2")).to.equal(undefined);
  });
});
