import { expect } from "chai";
import fc from "fast-check";
import { type Language, languages } from "../../src/messages/language.js";
import { plural } from "../../src/messages/plural.js";

const coins = (count: number | bigint): string =>
  plural("en", count, { one: `${count} coin`, other: `${count} coins` });

/** Forms that are named after themselves. */
const forms = { zero: "zero", one: "one", two: "two", few: "few", many: "many", other: "other" };

const named = (language: Language, count: number | bigint): string =>
  plural(language, count, forms);

describe("A text with a count", () => {
  it("has the form of English for none, one and two", () => {
    expect([0, 1, 2].map(coins)).to.deep.equal(["0 coins", "1 coin", "2 coins"]);
    expect([0n, 1n, 2n].map(coins)).to.deep.equal(["0 coins", "1 coin", "2 coins"]);
  });

  it("has the form of a bigint's last digits, however large it is", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(99_999), (large, last) => {
        const count = large * 10n ** 12n + BigInt(last) + 100_000n;
        for (const language of languages)
          expect(named(language, count)).to.equal(named(language, last + 100_000));
      }),
    );
  });

  it("has the same form for a bigint as for a number, below zero too", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...languages), (count, language) => {
        expect(named(language, BigInt(count))).to.equal(named(language, count));
      }),
    );
  });

  it("has no form that its language lacks, and each that it has", () => {
    // @ts-expect-error -- a form is missing
    expect(plural("de", 2, { other: "Münzen" })).to.equal("Münzen");
    // @ts-expect-error -- a form that no count has
    expect(plural("de", 2, { one: "", few: "", other: "Münzen" })).to.equal("Münzen");
  });
});
