import { expect } from "chai";
import fc from "fast-check";
import { offsetsOf, windowOf, windowTowards } from "../../../src/components/lists/frame-window.js";

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

describe("lines that are drawn on the way to a wanted window", () => {
  it("are those that are seen first, a few more each time", () => {
    const wanted = { first: 100, end: 150 };
    const far = { first: 0, end: 40 };
    expect(windowTowards(far, wanted, 120, 10)).to.deep.equal({ first: 120, end: 130 });
    expect(windowTowards({ first: 120, end: 130 }, wanted, 120, 10)).to.deep.equal({
      first: 120,
      end: 140,
    });
    expect(windowTowards({ first: 120, end: 145 }, wanted, 120, 10)).to.deep.equal({
      first: 115,
      end: 150,
    });
    expect(windowTowards({ first: 140, end: 160 }, wanted, 120, 10)).to.deep.equal({
      first: 130,
      end: 150,
    });
  });

  it("law: come to the wanted ones, and never more than so many at once", () => {
    const place = fc.integer({ min: 0, max: 500 });
    const size = fc.integer({ min: 1, max: 90 });
    const most = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(place, size, place, size, fc.nat(89), most, (from, count, to, wide, at, step) => {
        const wanted = { first: to, end: to + wide };
        let now = { first: from, end: from + count };
        for (let frame = 0; frame < 100; frame += 1) {
          const next = windowTowards(now, wanted, to + Math.min(at, wide - 1), step);
          const kept = Math.max(0, Math.min(now.end, next.end) - Math.max(now.first, next.first));
          expect(next.end - next.first - kept).to.be.at.most(step);
          expect(next.first >= wanted.first && next.end <= wanted.end).to.equal(true);
          now = next;
        }
        expect(now).to.deep.equal(wanted);
      }),
    );
  });
});
