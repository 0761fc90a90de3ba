import { expect } from "chai";
import * as fc from "fast-check";
import { continuing } from "../../src/fold/continuing.js";
import { leftOf, rightOf } from "../journal-fixture.js";

const batchOf = (offsets: ReadonlyArray<number>) =>
  offsets.map((offset) => ({ offset, type: "", data: "" }));

describe("The entries that continue a checkpoint", () => {
  it("are those after it, of entries that follow one another and begin up to it", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.nat(20), (after, back, count) => {
        const first = Math.max(1, after + 1 - back);
        const offsets = Array.from({ length: count }, (_, at) => first + at);
        const found = rightOf(continuing(batchOf(offsets), after));
        expect(found.map(({ offset }) => offset)).to.deep.equal(
          offsets.filter((offset) => offset > after),
        );
      }),
    );
  });

  for (const [what, offsets, expectedOffset, actualOffset] of [
    ["an entry is missing", [1, 2, 4], 3, 4],
    ["an entry comes twice", [5, 5], 6, 5],
    ["entries come backwards", [5, 4], 6, 4],
    ["the last is far away", [1, 2, 3, 900], 4, 900],
    ["they begin too late", [8, 9], 6, 8],
  ] as const) {
    it(`have a gap where ${what}`, () => {
      expect(leftOf(continuing(batchOf(offsets), 5))).to.deep.equal({
        kind: "gap",
        expectedOffset,
        actualOffset,
        message: `expected event ${expectedOffset} next, found ${actualOffset}`,
      });
    });
  }
});
