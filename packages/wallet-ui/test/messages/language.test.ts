import { expect } from "chai";
import { isLanguage, language, languageOf, languages } from "../../src/messages/language.js";

describe("The language of the texts", () => {
  it("is the first wanted one that there is", () => {
    expect(languageOf(["en"])).to.equal("en");
    expect(languageOf([undefined, "tlh", "en-GB"])).to.equal("en");
  });

  it("is English when there is none", () => {
    expect(languageOf([])).to.equal("en");
    expect(languageOf([undefined, 7, "", "tlh"])).to.equal("en");
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
