import { expect } from "chai";
import { commentLengthFindings } from "../../src/lint/comment-length.js";

const words = "word ".repeat(20).trim();

/** @param {string} text @returns {number[]} the lines found */
const linesIn = (text) =>
  commentLengthFindings([{ file: "packages/core/src/a.ts", text, imports: [] }]).map(
    ({ line }) => line,
  );

describe("comment-length", () => {
  for (const [kind, text] of [
    ["a line comment", `// ${words}`],
    ["a doc comment on one line", `/** ${words} */`],
    ["a line of a block", ` * ${words} *`],
    ["code with a comment after it", `const a = 1; // ${words}`],
  ]) {
    it(`finds ${kind} of more than 100 columns`, () => {
      expect(text?.length).to.be.greaterThan(100);
      expect(linesIn(`\n${text}\n`)).to.deep.equal([2]);
    });
  }

  it("allows 100 columns", () => {
    expect(linesIn(`// ${words.slice(0, 97)}`)).to.be.empty;
  });

  it("leaves code to the formatter, and texts in it that look like comments", () => {
    expect(linesIn(`f("${words}");\nf("a // ${words}");`)).to.be.empty;
  });

  it("allows what cannot be broken: addresses and long words", () => {
    expect(linesIn(`// ${words} https://example.org/\n// ${"x".repeat(120)}`)).to.be.empty;
  });
});
