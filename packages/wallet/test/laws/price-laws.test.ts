import { defaultAmuletConfig } from "@tallystick/coin";
import { int64From, type Numeric, numericFromUnits, numericMaxUnits } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import {
  ccOf,
  preapprovalFeeInCc,
  sumOf,
  trafficCostInCc,
  usdOf,
} from "../../src/treasury/prices.js";
import { cc, day, rightOf, synchronizerId } from "../wallet-ledger.js";

const config = defaultAmuletConfig(synchronizerId);
const one = 10n ** 10n;

const numeric = (units: bigint): Numeric => rightOf(numericFromUnits(units));
/** Up to 100 million. */
const amounts = fc.bigInt(0n, 10n ** 18n).map(numeric);
/** From 0.0000000001 to 1,000,000 USD per CC. */
const pricesOf = fc.bigInt(1n, 10n ** 16n).map(numeric);

type Rounding = "half-up" | "half-even";

/**
 * The quotient of two whole numbers of 0 or more, rounded; by comparing with the exact middle
 * between two results instead of a remainder.
 */
const quotient = (dividend: bigint, divisor: bigint, rounding: Rounding): bigint => {
  const below = dividend / divisor;
  const middle = (2n * below + 1n) * divisor;
  if (2n * dividend > middle) return below + 1n;
  if (2n * dividend < middle) return below;
  return rounding === "half-up" || below % 2n === 1n ? below + 1n : below;
};

describe("laws of prices", () => {
  it("a worth in USD is the exact product, rounded half-even at the tenth digit", () => {
    fc.assert(
      fc.property(amounts, pricesOf, (amount, price) => {
        expect(usdOf(amount, price)).to.equal(quotient(amount * price, one, "half-even"));
      }),
    );
  });

  it("a worth in CC is the exact quotient, half-even", () => {
    fc.assert(
      fc.property(amounts, pricesOf, (amount, price) => {
        const within = (units: bigint): bigint | undefined =>
          units <= numericMaxUnits ? units : undefined;
        const exact = amount * one;
        expect(ccOf(amount, price)).to.equal(within(quotient(exact, price, "half-even")));
      }),
    );
  });

  it("more CC are worth no fewer USD, and at a higher price the same USD no more CC", () => {
    fc.assert(
      fc.property(amounts, amounts, pricesOf, pricesOf, (a, b, p, q) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const [low, high] = p < q ? [p, q] : [q, p];
        expect((usdOf(less, p) ?? 0n) <= (usdOf(more, p) ?? 0n)).to.equal(true);
        const [dear, cheap] = [ccOf(a, high), ccOf(a, low)];
        expect(cheap === undefined || (dear ?? 0n) <= cheap).to.equal(true);
      }),
    );
  });

  it("there and back differs by less than a unit of USD and one of CC are worth", () => {
    const usual = fc.bigInt(one / 1_000n, 1_000n * one).map(numeric);
    fc.assert(
      fc.property(amounts, usual, (amount, price) => {
        const back = ccOf(usdOf(amount, price) ?? cc("0"), price) ?? 0n;
        const difference = back > amount ? back - amount : amount - back;
        // half a unit of USD in CC, and half a unit of CC
        expect(difference <= one / price / 2n + 1n).to.equal(true);
      }),
    );
  });

  it("traffic in two purchases costs what it costs in one, but for rounding", () => {
    const bytes = fc.integer({ min: 0, max: 10 ** 9 });
    const usual = fc.bigInt(one / 1_000n, 1_000n * one).map(numeric);
    fc.assert(
      fc.property(bytes, bytes, usual, (a, b, price) => {
        const cost = (count: number) =>
          trafficCostInCc(rightOf(int64From(count)), config, price) ?? -1n;
        const difference = cost(a) + cost(b) - cost(a + b);
        // three roundings, of which those of USD are worth up to a thousand units of CC
        const most = 2n * (one / price) + 2n;
        expect(difference >= -most && difference <= most).to.equal(true);
        expect(cost(a) <= cost(a + b)).to.equal(true);
      }),
    );
  });

  it("a longer preapproval costs no less, and one of no time nothing", () => {
    const days = fc.integer({ min: 1, max: 3_650 });
    fc.assert(
      fc.property(days, days, pricesOf, (a, b, price) => {
        const fee = (count: number) => preapprovalFeeInCc(count * day, config, price);
        const [short, long] = [fee(Math.min(a, b)), fee(Math.max(a, b))];
        expect(long === undefined || (short ?? -1n) <= long).to.equal(true);
        expect(fee(0)).to.equal(0n);
      }),
    );
  });

  it("a sum is that of the units in any order, and none where it is too large", () => {
    const any = fc.bigInt(-numericMaxUnits, numericMaxUnits).map(numeric);
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), (all) => {
        const units = all.reduce((sum, amount) => sum + amount, 0n);
        const isInRange = units <= numericMaxUnits && units >= -numericMaxUnits;
        expect(sumOf(all)).to.equal(isInRange ? units : undefined);
        expect(sumOf([...all].reverse())).to.equal(sumOf(all));
      }),
    );
  });
});
