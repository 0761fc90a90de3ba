import { expect } from "chai";
import { matching } from "../../../src/components/palette/matching.js";

const items = [
  { title: "Send" },
  { title: "Parties and keys" },
  { title: "Send to Zoë", words: "landlord" },
  { title: "Rewards" },
];

const titles = (text: string) => matching(items, text).map(({ title }) => title);

describe("What fits to a text", () => {
  it("has all of its words, in any order, also in other words for it", () => {
    expect(titles("keys part")).to.deep.equal(["Parties and keys"]);
    expect(titles("landlord")).to.deep.equal(["Send to Zoë"]);
    expect(titles("nothing")).to.deep.equal([]);
  });

  it("is found without accents and capitals", () => {
    expect(titles("ZOE")).to.deep.equal(["Send to Zoë"]);
  });

  it("is everything in its order for no text", () => {
    expect(titles(" ")).to.deep.equal(items.map(({ title }) => title));
  });

  it("begins with the text first, then has a word that does", () => {
    const named = [{ title: "Upset" }, { title: "A set" }, { title: "Settings" }];
    expect(matching(named, "set").map(({ title }) => title)).to.deep.equal([
      "Settings",
      "A set",
      "Upset",
    ]);
  });
});
