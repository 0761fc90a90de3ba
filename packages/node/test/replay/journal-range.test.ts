import { expect } from "chai";
import fc from "fast-check";
import { rangesUpTo } from "../../src/replay/journal-range.js";

describe("The ranges of a journal", () => {
  it("have every event once, in order, and no more than is allowed", () => {
    const counts = [fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 8 })] as const;
    fc.assert(
      fc.property(...counts, fc.integer({ min: 1, max: 300 }), (end, threads, maxEvents) => {
        const ranges = rangesUpTo(end, threads, { maxEvents });
        let offset = 0;
        for (const { after, upTo } of ranges) {
          expect(after).to.equal(offset);
          expect(upTo - after).to.be.within(1, maxEvents);
          offset = upTo;
        }
        expect(offset).to.equal(end);
      }),
    );
  });

  const CASES: ReadonlyArray<
    readonly [end: number, threads: number, maxEvents: number, ends: ReadonlyArray<number>]
  > = [
    [1, 2, 100, [1]],
    [16, 1, 100, [2, 4, 6, 8, 10, 12, 14, 16]],
    [10, 1, 4, [2, 4, 6, 8, 10]],
    [100, 1, 40, [13, 26, 39, 52, 65, 78, 91, 100]],
    [100, 1, 5, Array.from({ length: 20 }, (_, at) => 5 * (at + 1))],
  ];
  for (const [end, threads, maxEvents, ends] of CASES) {
    it(`of ${end} events for ${threads} threads end at ${ends.slice(0, 3).join(", ")}`, () => {
      expect(rangesUpTo(end, threads, { maxEvents }).map(({ upTo }) => upTo)).to.deep.equal(ends);
    });
  }

  it("are none of an empty journal", () => {
    expect(rangesUpTo(0, 2, { maxEvents: 5 })).to.deep.equal([]);
  });
});
