import { expect } from "chai";
import { withoutPending } from "../../src/lint/pending.js";

const finding = { file: "packages/core/src/a.ts", line: 1, rule: "rooms", message: "" };

describe("pending", () => {
  it("leaves out findings of a rule in the packages it does not bind yet, and no others", () => {
    const pending = { rooms: ["packages/core/"], voice: ["packages/http/"] };
    expect(withoutPending([finding], pending)).to.be.empty;
    for (const other of [
      { ...finding, rule: "voice" },
      { ...finding, file: "packages/core-like/src/a.ts" },
      { ...finding, file: "packages/http/src/a.ts" },
    ])
      expect(withoutPending([other], pending)).to.deep.equal([other]);
  });
});
