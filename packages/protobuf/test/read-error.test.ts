import { expect } from "chai";
import { UnreadableMessage, unreadable } from "../src/read-error.js";

describe("unreadable", () => {
  it("throws an error that keeps its kind", () => {
    try {
      unreadable("too large", "found 5 bytes");
      expect.fail("must throw");
    } catch (error) {
      if (!(error instanceof UnreadableMessage)) throw error;
      expect([error.kind, error.message]).to.deep.equal(["too large", "found 5 bytes"]);
    }
  });
});
