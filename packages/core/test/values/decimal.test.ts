import { expect } from "chai";
import fc from "fast-check";
import { type Decimal, decimalFrom, decimalFromUnits } from "../../src/values/decimal.js";
import { ArgumentError } from "../../src/values/argument-error.js";
import { thrownBy } from "../thrown-by.js";

const one = 10n ** 10n;
const maxUnits = 10n ** 38n - 1n;

/** Decimals of which sums and differences of three are in range. */
const anyDecimal = fc.bigInt({ min: -maxUnits / 4n, max: maxUnits / 4n }).map(decimalFromUnits);
/** Decimals of which products of two are in range. */
const small = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }).map(decimalFromUnits);
const whole = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
const wholeDecimal = whole.map((units) => decimalFromUnits(units * one));

const zero = decimalFrom("0");

/** Checks a law of equal values for any three decimals. */
const law = (sides: (a: Decimal, b: Decimal, c: Decimal) => readonly [Decimal, Decimal]): void =>
  fc.assert(
    fc.property(anyDecimal, anyDecimal, anyDecimal, (a, b, c) => {
      const [left, right] = sides(a, b, c);
      return left.units === right.units;
    }),
  );

describe("the arithmetic of decimals", () => {
  it("adds in any order and grouping, and subtraction undoes addition", () => {
    law((a, b) => [a.plus(b), b.plus(a)]);
    law((a, b, c) => [a.plus(b).plus(c), a.plus(b.plus(c))]);
    law((a) => [a.plus(zero), a]);
    law((a, b) => [a.plus(b).minus(b), a]);
    law((a) => [a.plus(a.negated()), zero]);
    law((a, b) => [a.minus(b), b.minus(a).negated()]);
    law((a, b) => [a.plus(b), decimalFromUnits(a.units + b.units)]);
  });

  it("multiplies in any order, by one and none, and whole numbers over sums", () => {
    law((a) => [a.times("1"), a]);
    law((a) => [a.times("0"), zero]);
    law((a) => [a.times("-1"), a.negated()]);
    fc.assert(fc.property(small, small, (a, b) => a.times(b).equals(b.times(a))));
    fc.assert(
      fc.property(small, small, wholeDecimal, (a, b, n) =>
        a
          .plus(b)
          .times(n)
          .equals(a.times(n).plus(b.times(n))),
      ),
    );
  });

  it("divides back what was multiplied by a whole number, and rounds within half a unit", () => {
    const divisor = wholeDecimal.filter((n) => !n.equals(zero));
    fc.assert(fc.property(small, divisor, (a, n) => a.times(n).dividedBy(n).equals(a)));
    fc.assert(
      fc.property(small, divisor, (a, n) => {
        const rest = a.dividedBy(n).units * (n.units / one) - a.units;
        const distance = rest < 0n ? -rest : rest;
        const size = n.units < 0n ? -n.units : n.units;
        return 2n * distance <= size / one;
      }),
    );
  });

  it("orders as the difference does", () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const { units } = a.minus(b);
        const sign = units < 0n ? -1 : units > 0n ? 1 : 0;
        expect(a.compare(b)).to.equal(sign);
        expect(b.compare(a)).to.equal(0 - sign);
        expect([a.isLessThan(b), a.equals(b), a.isGreaterThan(b)]).to.deep.equal([
          sign < 0,
          sign === 0,
          sign > 0,
        ]);
      }),
    );
    const sorted = ["10", "-1", "9.5", "0"]
      .map((each) => decimalFrom(each))
      .sort((a, b) => a.compare(b));
    expect(sorted.map((each) => Number(each.toString()))).to.deep.equal([-1, 0, 9.5, 10]);
  });

  it("takes a text for the decimal it says, and reads back what it writes", () => {
    law((a, b) => [a.plus(b.toString()), a.plus(b)]);
    law((a) => [decimalFrom(a.toString()), a]);
    fc.assert(fc.property(anyDecimal, (a) => JSON.stringify({ a }) === `{"a":"${a.toString()}"}`));
  });

  it("is never beyond the range, nor a number by mistake", () => {
    const most = decimalFromUnits(maxUnits);
    for (const call of [
      () => most.plus("0.0000000001"),
      () => most.negated().minus("0.0000000001"),
      () => most.times("2"),
      () => most.dividedBy("0.5"),
      () => most.dividedBy("0"),
      () => decimalFromUnits(maxUnits + 1n),
    ])
      expect(thrownBy(call)).to.be.instanceOf(ArgumentError);
    for (const wrong of ["", "1,5", "1e3", "ten", 1.5, 5n, null]) {
      // @ts-expect-error -- as callers without a type checker give it
      const call = () => most.minus(wrong);
      expect(thrownBy(call)).to.be.instanceOf(ArgumentError);
    }
    // @ts-expect-error -- operators do not calculate
    expect(thrownBy(() => most + 1)).to.be.instanceOf(ArgumentError);
    // @ts-expect-error -- nor do comparisons
    expect(thrownBy(() => most < 1)).to.be.instanceOf(ArgumentError);
    expect(String(zero)).to.equal("0.0000000000");
    expect(Object.isFrozen(most)).to.equal(true);
  });
});
