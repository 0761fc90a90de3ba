import { expect } from "chai";
import { withoutPending } from "../../src/lint/pending.js";

describe("pending", () => {
  it("leaves out findings in places that do not keep a rule yet, and no others", () => {
    const finding = {
      file: "packages/node/src/a.ts",
      line: 1,
      rule: "eslint(max-lines)",
      message: "",
    };
    const notYet = [["eslint(max-lines)", "packages/node/"]];
    expect(withoutPending([finding], notYet)).to.be.empty;
    for (const other of [
      { ...finding, rule: "citations" },
      { ...finding, file: "packages/dev/src/a.js" },
    ])
      expect(withoutPending([other], notYet)).to.deep.equal([other]);
  });
});
