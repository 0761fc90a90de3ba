import { expect } from "chai";
import { sumOf } from "../../src/money/sums.js";

describe("the sum of amounts", () => {
  it("is exact, and leaves out what is no amount", () => {
    expect(sumOf(["0.1", "0.2", "-0.3"])).to.equal("0.0000000000");
    expect(sumOf(["9999999999999999999999999999.9999999999", "-0.0000000001"])).to.equal(
      "9999999999999999999999999999.9999999998",
    );
    expect(sumOf(["1", "much", ""])).to.equal("1.0000000000");
    expect(sumOf([])).to.equal("0");
  });
});
