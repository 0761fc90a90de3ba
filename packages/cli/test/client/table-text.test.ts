import { expect } from "chai";
import { plainText, tableLines } from "../../src/client/table-text.js";

describe("A table for people", () => {
  it("has columns as wide as what is in them, and no blanks at the end", () => {
    const rows = [
      ["a", "1"],
      ["long name", ""],
    ];
    expect(tableLines({ json: rows, columns: ["NAME", "N"], rows })).to.deep.equal([
      "NAME       N",
      "a          1",
      "long name",
    ]);
  });

  it("has no head where it has no names of columns, and says when there is nothing", () => {
    expect(tableLines({ json: {}, columns: [], rows: [["a", "b"]] })).to.deep.equal(["a  b"]);
    expect(tableLines({ json: [], columns: ["NAME"], rows: [] })).to.deep.equal(["none"]);
  });

  it("shows what others wrote without what a terminal would obey", () => {
    expect(plainText("a\u001b[2Jb\nc\u009b")).to.equal("a\\u001b[2Jb\\u000ac\\u009b");
    expect(plainText("naïve 🙂")).to.equal("naïve 🙂");
  });
});
