import { expect } from "chai";
import fc from "fast-check";
import { offsetsOf, windowOf } from "../../../src/components/lists/frame-window.js";

describe("what a frame draws", () => {
  it("is what is seen, and some above and below", () => {
    const offsets = offsetsOf([20, 50, 50, 20, 50, 50]);
    expect([...offsets]).to.deep.equal([0, 20, 70, 120, 140, 190, 240]);
    expect(windowOf(offsets, 75, 60, 0)).to.deep.equal({ first: 2, end: 4 });
    expect(windowOf(offsets, 75, 60, 1)).to.deep.equal({ first: 1, end: 5 });
    expect(windowOf(offsetsOf([]), 0, 100, 3)).to.deep.equal({ first: 0, end: 0 });
  });

  it("law: has all that can be seen", () => {
    const heights = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(heights, fc.nat(4_000), fc.integer({ min: 1, max: 500 }), (all, top, height) => {
        const offsets = offsetsOf(all);
        const { first, end } = windowOf(offsets, top, height, 0);
        all.forEach((_, at) => {
          const isSeen = (offsets[at + 1] ?? 0) > top && (offsets[at] ?? 0) < top + height;
          if (isSeen) expect(at >= first && at < end).to.equal(true);
        });
      }),
    );
  });
});
