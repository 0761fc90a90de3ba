import { expect } from "chai";
import { perLocale } from "../../src/messages/per-locale.js";

describe("What is made for a locale", () => {
  it("is made once for each", () => {
    const made: Array<string> = [];
    const lengthOf = perLocale((locale) => {
      made.push(locale);
      return { length: locale.length };
    });
    expect(lengthOf("en")).to.equal(lengthOf("en"));
    expect(lengthOf("de-CH")).to.deep.equal({ length: 5 });
    expect(made).to.deep.equal(["en", "de-CH"]);
  });

  it("is tried again when making it threw", () => {
    let tries = 0;
    const formatter = perLocale((locale) => {
      tries += 1;
      return new Intl.NumberFormat(locale);
    });
    expect(() => formatter("no language")).to.throw(RangeError);
    expect(() => formatter("no language")).to.throw(RangeError);
    expect(tries).to.equal(2);
  });
});
