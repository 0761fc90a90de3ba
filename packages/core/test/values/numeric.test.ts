import { expect } from "chai";
import * as fc from "fast-check";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  numericMaxUnits,
  isNumericUnits,
  numericUnitsPerOne,
  type Numeric,
  numericAdd,
  numericDivide,
  numericFromInteger,
  numericFromText,
  numericFromUnits,
  numericMultiply,
  numericNegate,
  numericSubtract,
  numericToText,
} from "../../src/values/numeric.js";

const valid = <E>(result: Either<E, Numeric>): Numeric => {
  if (isLeft(result)) throw new Error(`not a Numeric: ${String(result.left)}`);
  return result.right;
};
const n = (text: string): Numeric => valid(numericFromText(text));
const shown = <E>(result: Either<E, Numeric>): string =>
  isLeft(result) ? String(result.left) : numericToText(result.right);

const anyNumeric = fc
  .bigInt({ min: -numericMaxUnits, max: numericMaxUnits })
  .map((units) => valid(numericFromUnits(units)));

describe("Numeric", () => {
  it("reads back every value it writes", () => {
    fc.assert(
      fc.property(anyNumeric, (value) => {
        expect(numericFromText(numericToText(value))).to.deep.equal(right(value));
      }),
    );
  });

  const canonical: ReadonlyArray<readonly [string, string]> = [
    ["999.99", "999.9900000000"],
    ["10000", "10000.0000000000"],
    ["-0", "0.0000000000"],
    ["-0.0000000001", "-0.0000000001"],
    ["+1.5", "1.5000000000"],
    ["0001.50", "1.5000000000"],
    ["5.", "5.0000000000"],
    ["-0005.", "-5.0000000000"],
    ["1.00000000000000000", "1.0000000000"],
    ["9999999999999999999999999999.9999999999", "9999999999999999999999999999.9999999999"],
  ];
  for (const [text, expected] of canonical) {
    it(`writes ${text} with ten places`, () => {
      expect(numericToText(n(text))).to.equal(expected);
    });
  }

  for (const text of [
    "",
    "-",
    ".5",
    ".",
    "1..",
    "1e3",
    "1,5",
    "1.00000000001",
    "10000000000000000000000000000",
    "NaN",
    `1.${"0".repeat(999)}`,
  ]) {
    it(`refuses ${text.slice(0, 32) || "the empty text"}`, () => {
      expect(isLeft(numericFromText(text))).to.equal(true);
    });
  }

  it("reads a text of up to a thousand characters", () => {
    expect(numericToText(n(`1.${"0".repeat(998)}`))).to.equal("1.0000000000");
  });

  it("reads every text near the form it writes as the digits say", () => {
    const near = fc.stringMatching(/^[+-]?[0-9]{0,30}[.,x]?[0-9]{8,12}$/);
    fc.assert(
      fc.property(near, (text) => {
        const [, sign = "", whole = "", fraction = ""] =
          /^([+-]?)([0-9]+)(?:\.([0-9]*))?$/.exec(text) ?? [];
        const digits = BigInt(`${whole}${fraction.padEnd(12, "0")}` || "0");
        const units = (sign === "-" ? -digits : digits) / 100n;
        const isOne = whole !== "" && digits % 100n === 0n && digits / 100n <= numericMaxUnits;
        const read = numericFromText(text);
        expect(isLeft(read) ? undefined : read.right, text).to.equal(isOne ? units : undefined);
      }),
      { numRuns: 2000 },
    );
  });

  it("adds and subtracts exactly, and gives back what was added", () => {
    expect(shown(numericAdd(n("0.1"), n("0.2")))).to.equal("0.3000000000");
    fc.assert(
      fc.property(anyNumeric, anyNumeric, (a, b) => {
        const sum = numericAdd(a, b);
        if (!isLeft(sum)) expect(numericSubtract(sum.right, b)).to.deep.equal(right(a));
        expect(numericNegate(numericNegate(a))).to.equal(a);
      }),
    );
  });

  const products: ReadonlyArray<readonly [string, string, string, string, string]> = [
    // a, b, half-even, floor, ceiling
    ["0.0000000001", "0.5", "0.0000000000", "0.0000000000", "0.0000000001"],
    ["0.0000000003", "0.5", "0.0000000002", "0.0000000001", "0.0000000002"],
    ["0.0000000005", "0.5", "0.0000000002", "0.0000000002", "0.0000000003"],
    ["-0.0000000003", "0.5", "-0.0000000002", "-0.0000000002", "-0.0000000001"],
    ["-0.0000000001", "0.5", "0.0000000000", "-0.0000000001", "0.0000000000"],
    ["0.0000000001", "0.51", "0.0000000001", "0.0000000000", "0.0000000001"],
    ["2.5", "4", "10.0000000000", "10.0000000000", "10.0000000000"],
  ];
  for (const [a, b, halfEven, floor, ceiling] of products) {
    it(`rounds ${a} * ${b} as named`, () => {
      expect(shown(numericMultiply(n(a), n(b), "half-even"))).to.equal(halfEven);
      expect(shown(numericMultiply(n(a), n(b), "floor"))).to.equal(floor);
      expect(shown(numericMultiply(n(a), n(b), "ceiling"))).to.equal(ceiling);
    });
  }

  const quotients: ReadonlyArray<readonly [string, string, string, string, string]> = [
    ["1", "3", "0.3333333333", "0.3333333333", "0.3333333334"],
    ["-1", "3", "-0.3333333333", "-0.3333333334", "-0.3333333333"],
    ["1", "-3", "-0.3333333333", "-0.3333333334", "-0.3333333333"],
    ["-2", "-3", "0.6666666667", "0.6666666666", "0.6666666667"],
    ["0.0000000001", "2", "0.0000000000", "0.0000000000", "0.0000000001"],
    ["0.0000000003", "2", "0.0000000002", "0.0000000001", "0.0000000002"],
    ["0.0000000003", "-2", "-0.0000000002", "-0.0000000002", "-0.0000000001"],
  ];
  for (const [a, b, halfEven, floor, ceiling] of quotients) {
    it(`rounds ${a} / ${b} as named`, () => {
      expect(shown(numericDivide(n(a), n(b), "half-even"))).to.equal(halfEven);
      expect(shown(numericDivide(n(a), n(b), "floor"))).to.equal(floor);
      expect(shown(numericDivide(n(a), n(b), "ceiling"))).to.equal(ceiling);
    });
  }

  it("says overflow and division by zero instead of giving a wrong number", () => {
    const most = valid(numericFromUnits(numericMaxUnits));
    expect(numericAdd(most, n("0.0000000001"))).to.deep.equal(left("overflow"));
    expect(numericSubtract(numericNegate(most), n("0.0000000001"))).to.deep.equal(left("overflow"));
    expect(numericMultiply(most, n("2"), "half-even")).to.deep.equal(left("overflow"));
    expect(numericDivide(most, n("0.5"), "half-even")).to.deep.equal(left("overflow"));
    expect(numericDivide(n("1"), n("0"), "half-even")).to.deep.equal(left("division by zero"));
    expect(numericFromInteger(10n ** 28n)).to.deep.equal(left("overflow"));
    expect(shown(numericFromInteger(7n))).to.equal("7.0000000000");
  });

  it("is multiplied and divided as rationals are, rounded once as named", () => {
    const roundings = ["half-even", "half-up", "floor", "ceiling"] as const;
    const small = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).filter(isNumericUnits);
    fc.assert(
      fc.property(small, small, fc.constantFrom(...roundings), (a, b, rounding) => {
        const results = [
          [numericMultiply(a, b, rounding), a * b, numericUnitsPerOne],
          [numericDivide(a, b, rounding), a * numericUnitsPerOne, b],
        ] as const;
        for (const [result, dividend, divisor] of results) {
          if (divisor === 0n) return isLeft(result);
          const [n, d] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor];
          // distance of the rounded result from n/d, in d-ths of a unit
          const distance = valid(result) * d - n;
          if (rounding === "floor") expect(distance <= 0n && -distance < d).to.equal(true);
          else if (rounding === "ceiling") expect(distance >= 0n && distance < d).to.equal(true);
          else expect(distance * 2n <= d && -distance * 2n <= d).to.equal(true);
          const isTie = distance * 2n === d || -distance * 2n === d;
          if (isTie && rounding === "half-up") expect(distance > 0n).to.equal(true);
          if (isTie && rounding === "half-even") expect(valid(result) % 2n).to.equal(0n);
        }
        return true;
      }),
    );
  });

  const ties: ReadonlyArray<readonly [string, string, string]> = [
    ["0.0000000001", "0.0000000001", "0.0000000000"],
    ["0.0000000003", "0.0000000002", "0.0000000002"],
    ["-0.0000000001", "0.0000000000", "0.0000000000"],
    ["-0.0000000003", "-0.0000000001", "-0.0000000002"],
  ];
  for (const [a, halfUp, halfEven] of ties) {
    it(`rounds half of ${a} up to ${halfUp} or to the even ${halfEven}`, () => {
      expect(shown(numericDivide(n(a), n("2"), "half-up"))).to.equal(halfUp);
      expect(shown(numericDivide(n(a), n("2"), "half-even"))).to.equal(halfEven);
    });
  }
});
