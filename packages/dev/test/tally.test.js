import { expect } from "chai";
import { lastTally, tallyLine } from "../src/tally.js";

describe("the last line of a run of tests", () => {
  for (const tally of [
    { passed: 3, failed: 0, skipped: 0 },
    { passed: 0, failed: 12, skipped: 0 },
    { passed: 3, failed: 1, skipped: 40 },
  ]) {
    it(`is read as it is written: ${tallyLine(tally)}`, () => {
      expect(lastTally(`1 passed, 0 failed\nmore\n${tallyLine(tally)}\n`)).to.deep.equal(tally);
    });
  }

  it("is no other line", () => {
    for (const output of ["", "3 passed, 0 failed\nend\n", "x 3 passed, 0 failed", "3 passed"])
      expect(lastTally(output)).to.equal(undefined);
  });
});
