import { expect } from "chai";
import { withoutPending } from "../../src/lint/pending.js";

const finding = { file: "packages/unheard-of/src/a.ts", line: 1, rule: "rooms", message: "" };

describe("pending", () => {
  it("leaves out findings of new rules in packages that do not keep them yet, and no others", () => {
    expect(withoutPending([finding])).to.be.empty;
    for (const other of [
      { ...finding, rule: "layers" },
      { ...finding, file: "packages/dev/src/a.js" },
    ])
      expect(withoutPending([other])).to.deep.equal([other]);
  });
});
