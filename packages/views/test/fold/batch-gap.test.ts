import { expect } from "chai";
import * as fc from "fast-check";
import { batchGap } from "../../src/fold/batch-gap.js";

const batchOf = (offsets: ReadonlyArray<number>) =>
  offsets.map((offset) => ({ offset, type: "", data: "" }));

describe("The gap in a batch", () => {
  it("is none in entries that follow one another, from wherever", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(20), (first, count) => {
        const offsets = Array.from({ length: count }, (_, at) => first + at);
        expect(batchGap(batchOf(offsets))).to.equal(undefined);
      }),
    );
  });

  for (const [what, offsets, expectedOffset, actualOffset] of [
    ["an entry is missing", [1, 2, 4], 3, 4],
    ["an entry comes twice", [5, 5], 6, 5],
    ["entries come backwards", [5, 4], 6, 4],
    ["the last is far away", [1, 2, 3, 900], 4, 900],
  ] as const) {
    it(`is where ${what}`, () => {
      expect(batchGap(batchOf(offsets))).to.deep.equal({
        kind: "gap",
        expectedOffset,
        actualOffset,
        message: `event ${expectedOffset} should come next, not ${actualOffset}`,
      });
    });
  }
});
