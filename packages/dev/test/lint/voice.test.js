import { expect } from "chai";
import { voiceFindings } from "../../src/lint/voice.js";

/** @param {string} text @param {string} [file] @returns {number[]} the lines found */
const linesIn = (text, file = "packages/core/src/a.ts") =>
  voiceFindings([{ file, text }]).map(({ line }) => line);

/** Put together, so that these tests keep the rule they test. */
const word = (/** @type {string[]} */ ...parts) => parts.join("");

describe("voice", () => {
  for (const sentence of [
    `The offset at which it ${word("sta", "nds")}.`,
    `The listener ${word("is to", "ld")} of it.`,
    `What the store ${word("was as", "ked")} for.`,
    `The value is ${word("han", "ded")} to the caller.`,
    `It ${word("han", "ds")} it over.`,
    `One ${word("look", "-up")} a row.`,
    `It ${word("knows noth", "ing of")} HTTP.`,
    `Who is ${word("turne", "d away")}.`,
    `The views are built ${word("an", "ew")}.`,
    `The copy ${word("goes", " on")} where it ended.`,
    `It ends with ${word("a ", "error")}.`,
    `interface Store${word("Fail", "ure")} {}`,
    `const tokenFaul${word("t", "")} = 1;`,
    `the ${word("refu", "sal")} of a command`,
  ]) {
    it(`finds "${sentence}"`, () => {
      expect(linesIn(`\n${sentence}\n`)).to.deep.equal([2]);
    });
  }

  for (const sentence of [
    "CC stands for the coin's symbol.",
    "const handler = other.hands;",
    "The lookup returns the record.",
    "DAML_FAILURE and failWithStatus are names of the interface.",
    "The failure injection of the test store.",
    "Versions that can be told apart.",
  ]) {
    it(`allows "${sentence}"`, () => {
      expect(linesIn(sentence)).to.be.empty;
    });
  }

  it("leaves history and the pages of other systems' rules as they are", () => {
    const sentence = `A ${word("look", "-up")}.`;
    expect(linesIn(sentence, "CHANGELOG.md")).to.be.empty;
    expect(linesIn(sentence, "docs/decisions/0001-x.md")).to.be.empty;
    expect(linesIn(sentence, "docs/errors.md")).to.deep.equal([1]);
  });
});
