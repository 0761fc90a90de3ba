import { expect } from "chai";
import { closed, journalUnreadable, rebuilding } from "../../src/interface/passing-errors.js";
import { viewsUnavailable } from "../../src/interface/views-unreadable.js";

describe("Errors of views that may pass", () => {
  for (const [error, kind, text] of [
    [closed, "closed", "are closed"],
    [rebuilding, "behind", "being rebuilt"],
    [journalUnreadable, "file", "at the moment"],
  ] as const) {
    it(`are "${kind}", and say so to callers`, () => {
      expect(error.kind).to.equal(kind);
      expect(viewsUnavailable(error).cause).to.include(text);
    });
  }
});
