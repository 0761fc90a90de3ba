import { expect } from "chai";
import fc from "fast-check";
import { plural } from "../../src/messages/plural.js";

const coins = (count: number | bigint): string =>
  plural("en", count, { one: `${count} coin`, other: `${count} coins` });

/** The forms of Polish and Arabic, named after themselves. */
const polish = { one: "one", few: "few", many: "many", other: "other" };
const arabic = { zero: "zero", two: "two", ...polish };

describe("A text with a count", () => {
  it("has the form of English for none, one and two", () => {
    expect([0, 1, 2].map(coins)).to.deep.equal(["0 coins", "1 coin", "2 coins"]);
    expect([0n, 1n, 2n].map(coins)).to.deep.equal(["0 coins", "1 coin", "2 coins"]);
  });

  it("has the forms of languages with other ones", () => {
    const forms = (locale: string, counts: ReadonlyArray<number>, all: typeof polish) =>
      counts.map((count) => plural(locale, count, all));
    expect(forms("pl", [0, 1, 2, 5, 12, 22, 1.5], polish)).to.deep.equal([
      "many",
      "one",
      "few",
      "many",
      "many",
      "few",
      "other",
    ]);
    expect(forms("ar", [0, 1, 2, 3, 11, 100], arabic)).to.deep.equal([
      "zero",
      "one",
      "two",
      "few",
      "many",
      "other",
    ]);
  });

  it("has the form of `other` where a language has no own one", () => {
    expect(plural("pl", 2, { other: "coins" })).to.equal("coins");
    expect(plural("ja", 1, { one: "never", other: "coins" })).to.equal("coins");
  });

  it("has the form of a bigint's last digits, however large it is", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(99_999), (large, last) => {
        const count = large * 10n ** 12n + BigInt(last) + 100_000n;
        expect(plural("pl", count, polish)).to.equal(plural("pl", last + 100_000, polish));
      }),
    );
  });

  it("has the same form for a bigint as for a number, below zero too", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom("en", "pl", "ar", "fr"), (count, locale) => {
        expect(plural(locale, BigInt(count), arabic)).to.equal(plural(locale, count, arabic));
      }),
    );
  });
});
