import { expect } from "chai";
import { csvText } from "../../../src/wallet/history/history-export.js";

describe("a text in a CSV file", () => {
  const formulas = [
    "=1+1",
    "+1",
    "-1",
    "-.5",
    "-cmd",
    "@sum",
    "\t=1",
    " =1",
    "\uFF1D1+1",
    "\uFF0B1",
    "\uFF0D1",
    "\uFF20a",
  ];
  for (const text of formulas) {
    it(`is marked as text where it looks like a formula: ${JSON.stringify(text)}`, () => {
      expect(csvText(text)).to.equal(`'${text}`);
    });
  }

  it("is marked where it begins with a line feed, or a line of it looks like a formula", () => {
    for (const text of ["\n=1", "\r\n", "lunch\n=1", "a\r-2"])
      expect(csvText(text)).to.equal(`"'${text}"`);
  });

  it("is itself otherwise, in quotes where it needs them", () => {
    const rows = { lunch: "lunch", "2-1": "2-1", "a,b": '"a,b"', 'say "hi"': '"say ""hi"""' };
    for (const [text, shown] of Object.entries(rows)) expect(csvText(text)).to.equal(shown);
    expect(csvText("two\nlines")).to.equal('"two\nlines"');
  });
});
