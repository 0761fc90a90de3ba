import { expect } from "chai";
import fc from "fast-check";
import { exactNumber, InexactNumberError } from "../../src/json/exact-number.js";

const isInexact = (text: string): boolean => {
  try {
    exactNumber(text);
    return false;
  } catch (error) {
    if (error instanceof InexactNumberError) return true;
    throw error;
  }
};

describe("the exact reading of a number", () => {
  const known: ReadonlyArray<readonly [text: string, value: number | bigint]> = [
    ["0", 0],
    ["-0", -0],
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740992", 9_007_199_254_740_992n],
    ["-9007199254740992", -9_007_199_254_740_992n],
    ["9223372036854775807", 9_223_372_036_854_775_807n],
    ["1e3", 1000],
    ["1E+3", 1000],
    ["1.50", 1.5],
    ["-2.5e-1", -0.25],
    ["0.0000", 0],
    ["0e99", 0],
    ["100e-2", 1],
    ["1e21", 1e21],
    ["5e-324", 5e-324],
    ["1.7976931348623157e308", Number.MAX_VALUE],
  ];
  for (const [text, value] of known) {
    it(`of ${text} is ${String(value)}`, () => {
      expect(exactNumber(text)).to.deep.equal(value);
    });
  }

  const inexact = [
    "0.1000000000000000000001",
    "9007199254740993.0",
    "1e400",
    "-1e400",
    "1e-400",
    "3.14159265358979323846",
    "9007199254740993e0",
    "1.00000000000000000001",
  ];
  for (const text of inexact) {
    it(`of ${text} is refused rather than rounded`, () => {
      expect(isInexact(text)).to.equal(true);
    });
  }

  it("gives every number back that a double can be written as", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(exactNumber(JSON.stringify(value)))).to.equal(value === 0 ? 0 : value);
      }),
    );
  });

  it("gives every integer of up to 64 characters back", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 62n), max: 10n ** 63n }), (value) => {
        expect(BigInt(exactNumber(String(value)))).to.equal(value);
      }),
    );
  });

  it("does not mind how a decimal is written", () => {
    const digits = fc.integer({ min: -999_999, max: 999_999 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 5 }), (whole, zeros) => {
        const value = exactNumber(`${whole}`);
        expect(exactNumber(`${whole}.${"0".repeat(zeros + 1)}`)).to.deep.equal(value);
        expect(exactNumber(`${whole}${"0".repeat(zeros)}e-${zeros}`)).to.equal(Number(value));
      }),
    );
  });

  it("reads at most 64 characters, and shows 40 of them", () => {
    expect(exactNumber("1".repeat(64))).to.equal(BigInt("1".repeat(64)));
    expect(() => exactNumber("1".repeat(65))).to.throw(
      InexactNumberError,
      `the number ${"1".repeat(40)}… has more digits than a JSON number carries exactly; send it as text`,
    );
  });
});
