import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { int64Max, int64Min, int64From, int64FromText, isInt32 } from "../../src/values/int64.js";

describe("Int64", () => {
  it("reads back every value it writes", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: int64Min, max: int64Max }), (value) => {
        expect(int64FromText(value.toString())).to.deep.equal(right(value));
      }),
    );
  });

  const read: ReadonlyArray<readonly [string, bigint]> = [
    ["0", 0n],
    ["-0", 0n],
    ["+7", 7n],
    ["0000000000000000000000007", 7n],
    ["9223372036854775807", int64Max],
    ["-9223372036854775808", int64Min],
  ];
  for (const [text, value] of read) {
    it(`reads ${text}`, () => {
      expect(int64FromText(text)).to.deep.equal(right(value));
    });
  }

  for (const text of [
    "",
    "-",
    "1.0",
    "1e3",
    " 1",
    "0x10",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999",
  ]) {
    it(`refuses "${text}"`, () => {
      expect(isLeft(int64FromText(text))).to.equal(true);
    });
  }

  it("takes a number only while it is exact", () => {
    expect(int64From(Number.MAX_SAFE_INTEGER)).to.deep.equal(right(9007199254740991n));
    expect(isLeft(int64From(2 ** 53))).to.equal(true);
    expect(isLeft(int64From(0.5))).to.equal(true);
    expect(isLeft(int64From(int64Max + 1n))).to.equal(true);
  });

  it("knows the bounds of 32 bits", () => {
    expect([-(2 ** 31) - 1, -(2 ** 31), 2 ** 31 - 1, 2 ** 31, 0.5].map(isInt32)).to.deep.equal([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});
