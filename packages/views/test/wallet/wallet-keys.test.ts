import { expect } from "chai";
import * as fc from "fast-check";
import { TableDamage } from "@tallystick/tables";
import {
  afterDigits,
  floatKey,
  map,
  mapCount,
  nameKey,
  numberDigits,
  numberKey,
  shortTextKey,
  textKey,
  within,
  wordsOf,
} from "../../src/wallet/wallet-keys.js";

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byNumber = (a: number, b: number): number => a - b;

describe("Keys of the wallet's maps", () => {
  it("are of maps that are numbered from 1 without gaps", () => {
    expect(Object.values(map).sort(byNumber)).to.deep.equal(
      Array.from({ length: mapCount }, (_, n) => n + 1),
    );
  });

  it("have whole numbers in their order", () => {
    const numbers = fc.array(fc.nat({ max: Number.MAX_SAFE_INTEGER }), { maxLength: 30 });
    fc.assert(
      fc.property(numbers, (all) => {
        const sorted = [...all].sort(byNumber).map(numberKey);
        expect(all.map(numberKey).sort(byText)).to.deep.equal(sorted);
        for (const key of sorted) expect(key).to.have.length(numberDigits);
      }),
    );
  });

  it("count numbers below 0 as 0", () => {
    expect(numberKey(-5)).to.equal(numberKey(0));
  });

  it("have numbers that are not whole in their order too", () => {
    const numbers = fc.array(fc.double({ min: 0, noNaN: true, noDefaultInfinity: false }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(numbers, (all) => {
        const sorted = [...all].sort(byNumber).map(floatKey);
        expect(all.map(floatKey).sort(byText)).to.deep.equal(sorted);
      }),
    );
  });

  it("have names and nodes in their order", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1), (a, b) => {
        expect(byText(nameKey(a), nameKey(b))).to.equal(Math.sign(a - b));
      }),
    );
  });

  it("have texts of any letters and length as digits, different for different texts", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(textKey(a)).to.match(/^[0-9a-f]{64}$/);
        expect(shortTextKey(a)).to.match(/^[0-9a-f]{8}$/);
        expect(textKey(a) === textKey(b)).to.equal(a === b);
        expect(textKey(a, b)).to.not.equal(textKey(a + b));
      }),
    );
  });

  it("that begin alike are all in their range, and no others", () => {
    const digits = fc.stringMatching(/^[0-9a-f]{0,6}$/);
    fc.assert(
      fc.property(digits, digits, (prefix, key) => {
        const { from, to } = within(prefix, 1);
        expect(key >= from && key < to).to.equal(key.startsWith(prefix));
        expect(prefix + afterDigits > prefix + key).to.equal(true);
      }),
    );
  });
});

describe("The words of a value", () => {
  for (const [value, words, expected] of [
    ["one", 1, ["one"]],
    ["one two", 1, ["one two"]],
    ["one two", 2, ["one", "two"]],
    ["1 2 a text with spaces", 3, ["1", "2", "a text with spaces"]],
    ["1  x", 3, ["1", "", "x"]],
    ["1 ", 2, ["1", ""]],
  ] as const) {
    it(`are ${expected.length} of ${JSON.stringify(value)}`, () => {
      expect(wordsOf(value, words)).to.deep.equal(expected);
    });
  }

  it("are damage when they are too few", () => {
    expect(() => wordsOf("one two", 3)).to.throw(TableDamage, "3");
    expect(() => wordsOf("", 2)).to.throw(TableDamage);
  });
});
