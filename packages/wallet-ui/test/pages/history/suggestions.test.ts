import { expect } from "chai";
import type { WordsContext } from "../../../src/pages/history/filter-words.js";
import { nameBook } from "../../../src/pages/history/name-book.js";
import { lastWord, suggestionsFor } from "../../../src/pages/history/suggestions.js";
import { namedParty } from "../../../src/parties/party-names.js";

const known = [
  namedParty("ben::1220ab", undefined, undefined),
  namedParty("x::1220ab", "Bea at home", undefined),
  namedParty("dora::1220ab", undefined, undefined),
  namedParty("dora::1220cd", undefined, undefined),
];
const context: WordsContext = {
  now: 0,
  zone: "UTC",
  locale: "en-US",
  ...nameBook(known),
};
const texts = (text: string) => suggestionsFor(text, known, context).map((each) => each.text);

describe("what is suggested as a filter is typed", () => {
  it("is what conditions begin with", () => {
    expect(texts("")).to.include.members(["from:", "since:", "is:"]);
    expect(texts("rent fr")).to.deep.equal(["from:"]);
  });

  it("is the parties that are known, by id where a name is that of two", () => {
    expect(texts("from:be")).to.deep.equal(["from:ben ", 'from:"Bea at home" ']);
    expect(texts("to:dor")).to.deep.equal(["to:dora::1220ab ", "to:dora::1220cd "]);
    expect(texts("ben")).to.deep.equal(["with:ben "]);
  });

  it("is days and kinds", () => {
    expect(texts("since:m")).to.deep.equal(["since:monday "]);
    expect(texts("is:se")).to.deep.equal(["is:sent "]);
  });

  it("takes the place of the last word", () => {
    expect(["", "rent", "rent ", "rent from:be", "> 10", "> 10 "].map(lastWord)).to.deep.equal([
      "",
      "rent",
      "",
      "from:be",
      "> 10",
      "",
    ]);
  });
});
