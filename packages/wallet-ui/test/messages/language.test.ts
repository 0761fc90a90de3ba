import { expect } from "chai";
import { isLanguage, language, languages } from "../../src/messages/language.js";

describe("The language of the texts", () => {
  it("is that of the page, and English where there is none", () => {
    expect(language).to.equal("en");
  });

  it("is one of those that have texts", () => {
    expect(languages.every((tag) => isLanguage(tag))).to.equal(true);
    expect(isLanguage("tlh")).to.equal(false);
    expect(isLanguage(undefined)).to.equal(false);
  });

  it("is a tag by which Intl knows it", () => {
    expect(Intl.PluralRules.supportedLocalesOf([...languages])).to.deep.equal([...languages]);
  });
});
