import { expect } from "chai";
import fc from "fast-check";
import {
  castNumeric,
  divideNumeric,
  multiplyNumeric,
  numericFromLfText,
  numericText,
  roundNumeric,
} from "../../src/builtins/numeric.js";
import { Numeric } from "../../src/values/value.js";

const limit = 10n ** 38n;
const scale = fc.integer({ min: 0, max: 37 });
const numeric = fc
  .tuple(fc.bigInt(-limit + 1n, limit - 1n), fc.integer({ min: 0, max: 38 }), scale)
  .map(([digits, dropped, at]) => new Numeric(digits / 10n ** BigInt(dropped), at));

/** A fraction, as an independent model. */
type Fraction = readonly [bigint, bigint];

const fractionOf = ({ unscaled, scale: at }: Numeric): Fraction => [unscaled, 10n ** BigInt(at)];
const size = (value: bigint): bigint => (value < 0n ? -value : value);

/** True when `units` of 10^-at is the nearest to the fraction, and the even one of two. */
const isNearest = (units: bigint, at: number, [n, d]: Fraction): boolean => {
  const twiceOff = 2n * size(units * d - n * 10n ** BigInt(at));
  return twiceOff < size(d) || (twiceOff === size(d) && units % 2n === 0n);
};

const agrees = (result: Numeric | undefined, at: number, [n, d]: Fraction): boolean =>
  result === undefined
    ? 2n * size(n) * 10n ** BigInt(at) >= (2n * limit - 1n) * size(d)
    : result.scale === at && isNearest(result.unscaled, at, [n, d]);

describe("functions of Numeric", () => {
  it("multiply to the nearest number of the witness's scale", () => {
    fc.assert(
      fc.property(scale, numeric, numeric, (at, a, b) => {
        const [[n, d], [m, e]] = [fractionOf(a), fractionOf(b)];
        return agrees(multiplyNumeric(new Numeric(0n, at), a, b), at, [n * m, d * e]);
      }),
    );
  });

  it("divide to the nearest number of the witness's scale, and not by zero", () => {
    fc.assert(
      fc.property(scale, numeric, numeric, (at, a, b) => {
        const [[n, d], [m, e]] = [fractionOf(a), fractionOf(b)];
        const quotient = divideNumeric(new Numeric(0n, at), a, b);
        return m === 0n ? quotient === undefined : agrees(quotient, at, [n * e, d * m]);
      }),
    );
  });

  it("read what they show, at the same scale", () => {
    fc.assert(
      fc.property(numeric, (value) => {
        const read = numericFromLfText(value, numericText(value));
        expect(read).to.deep.equal(value);
      }),
    );
  });

  it("cast there and back to the same number, where the other scale has room for it", () => {
    fc.assert(
      fc.property(numeric, scale, (value, at) => {
        const cast = castNumeric(new Numeric(0n, at), value);
        if (cast !== undefined) expect(castNumeric(value, cast)).to.deep.equal(value);
      }),
    );
  });

  it("round ties to the even digit, before the point too", () => {
    const rounded = (digits: bigint, unscaled: bigint): bigint | undefined =>
      roundNumeric(digits, new Numeric(unscaled, 2))?.unscaled;
    expect(rounded(1n, 25n)).to.equal(20n);
    expect(rounded(1n, -35n)).to.equal(-40n);
    expect(rounded(-1n, 2500n)).to.equal(2000n);
    expect(rounded(3n, 1n)).to.equal(undefined);
    expect(rounded(-36n, 1n)).to.equal(undefined);
    expect(rounded(-35n, 1n)).to.equal(0n);
  });
});
