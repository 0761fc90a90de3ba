import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { wholeNumberText } from "../../../src/wallet/rows/whole-number.js";

describe("a whole number in a query", () => {
  it("is read as its text, to the last digit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (value) => {
        expect(wholeNumberText.read(String(value))).to.deep.equal(right(String(value)));
      }),
    );
  });

  for (const wrong of [
    "",
    "-1",
    "+1",
    "1.0",
    "1e3",
    " 1",
    "x",
    "0x1",
    "9".repeat(20),
    5,
    null,
    [],
  ]) {
    it(`is not ${JSON.stringify(wrong)}`, () => {
      const read = wholeNumberText.read(wrong);
      expect(isLeft(read) && read.left.reason).to.contain("expected a whole number");
    });
  }
});
