import { expect } from "chai";
import {
  allowedLanguageVersions,
  discontinuedMinors,
  legacyMinors,
  maxNesting,
  minorRank,
  rankOf22,
  rankOf23,
  rankOfDev,
} from "../src/language-version.js";

describe("Versions of Daml-LF 2", () => {
  it("are ranked in the order in which they came", () => {
    const inOrder = ["1", "2", "3", "4-rc1", "dev"];
    expect(Object.keys(minorRank)).to.have.members(inOrder);
    const ranks = inOrder.map((minor) => minorRank[minor] ?? Number.NaN);
    expect(ranks).to.deep.equal(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).to.equal(ranks.length);
    expect([minorRank["2"], minorRank["3"], minorRank.dev]).to.deep.equal([
      rankOf22,
      rankOf23,
      rankOfDev,
    ]);
  });

  it("can be uploaded when they are stable", () => {
    expect(allowedLanguageVersions).to.deep.equal(["2.1", "2.2", "2.3"]);
    for (const version of allowedLanguageVersions)
      expect(minorRank).to.have.property(version.slice(2));
  });

  it("that were abandoned are not known, and neither is one of Daml-LF 1 one of them", () => {
    for (const minor of discontinuedMinors) expect(minorRank).to.not.have.property(minor);
    expect([...legacyMinors]).to.deep.equal([
      "6",
      "7",
      "8",
      "11",
      "12",
      "13",
      "14",
      "15",
      "17",
      "dev",
    ]);
  });

  const nesting: ReadonlyArray<readonly [minor: string, levels: number]> = [
    ["1", 1000],
    ["2", 100],
    ["3", 100],
    ["4-rc1", 100],
    ["dev", 100],
  ];
  for (const [minor, levels] of nesting) {
    it(`nest messages up to ${levels} deep in 2.${minor}`, () => {
      expect(maxNesting(minorRank[minor] ?? 0)).to.equal(levels);
    });
  }
});
