import { expect } from "chai";
import * as fc from "fast-check";
import { KeptLeaves, type Leaf } from "../../src/pages/kept-leaves.js";

const keyOf = (n: number): string => n.toString(16).padStart(4, "0");

/** A leaf of map 1 from one key up to another; the last one has no end. */
const leafOf = (from: number, to?: number, chars = 100): Leaf => ({
  tree: 1,
  first: from === 0 ? "" : keyOf(from),
  upper: to === undefined ? "" : keyOf(to),
  keys: [],
  values: [],
  chars,
  lastAdded: "",
  check: 0,
  isChanged: false,
  usedAt: 0,
});

/** Leaves of ten keys each. */
const tens = (count: number): ReadonlyArray<Leaf> =>
  Array.from({ length: count }, (_, at) =>
    leafOf(at * 10, at === count - 1 ? undefined : at * 10 + 10),
  );

describe("Leaves in memory", () => {
  it("are found by every key of theirs and by no other, in whatever order they came", () => {
    const order = fc.shuffledSubarray(tens(12).map((_, at) => at));
    fc.assert(
      fc.property(order, fc.array(fc.nat(130), { maxLength: 40 }), (added, asked) => {
        const all = tens(12);
        const kept = new KeptLeaves();
        for (const at of added) kept.add(all[at] ?? leafOf(0));
        for (const n of asked) {
          const at = Math.min(11, Math.floor(n / 10));
          expect(kept.covering(1, keyOf(n))).to.equal(added.includes(at) ? all[at] : undefined);
          expect(kept.covering(2, keyOf(n))).to.equal(undefined);
        }
        for (const [at, leaf] of all.entries())
          expect(kept.before(leaf)).to.equal(added.includes(at - 1) ? all[at - 1] : undefined);
      }),
    );
  });

  it("are not found once they were deleted, and others are", () => {
    const all = tens(5);
    const kept = new KeptLeaves();
    for (const leaf of all) kept.add(leaf);
    for (const gone of [2, 4, 0]) {
      const leaf = all[gone] ?? leafOf(0);
      expect(kept.covering(1, keyOf(gone * 10 + 3))).to.equal(leaf);
      kept.delete(leaf);
      expect(kept.covering(1, keyOf(gone * 10 + 3))).to.equal(undefined);
    }
    expect([1, 3].map((at) => kept.covering(1, keyOf(at * 10)))).to.deep.equal([all[1], all[3]]);
  });

  it("cover less when a leaf is split, and more when its neighbour is gone", () => {
    const leaf = leafOf(0);
    const kept = new KeptLeaves();
    kept.add(leaf);
    leaf.upper = keyOf(5);
    expect(kept.covering(1, keyOf(7))).to.equal(undefined);
    const next = kept.add(leafOf(5));
    expect(kept.covering(1, keyOf(7))).to.equal(next);
    expect(kept.before(next)).to.equal(leaf);
    kept.delete(next);
    leaf.upper = "";
    expect(kept.covering(1, keyOf(7))).to.equal(leaf);
  });

  describe("when they are too much", () => {
    const present = (kept: KeptLeaves, all: ReadonlyArray<Leaf>) =>
      all.flatMap((_, at) => (kept.covering(1, keyOf(at * 10)) === undefined ? [] : [at]));

    it("go, those used longest ago first, down to half", () => {
      const kept = new KeptLeaves(1_000);
      const all = tens(10);
      for (const leaf of all) kept.add(leaf);
      kept.covering(1, keyOf(5));
      kept.covering(1, keyOf(95));
      kept.shrink();
      expect(present(kept, all)).to.have.length(10);
      kept.grow(all[9] ?? leafOf(0), 1);
      kept.covering(1, keyOf(5));
      kept.shrink();
      expect(present(kept, all)).to.deep.equal([0, 7, 8, 9]);
    });

    it("stay while they are changed and not written", () => {
      const kept = new KeptLeaves(500);
      const all = tens(20);
      for (const [at, leaf] of all.entries()) {
        leaf.isChanged = at % 2 === 0;
        kept.add(leaf);
      }
      kept.shrink();
      expect(present(kept, all)).to.include.members([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
      for (const leaf of all) leaf.isChanged = false;
      kept.shrink();
      expect(present(kept, all).length).to.be.at.most(5);
    });

    it("are all dropped", () => {
      const kept = new KeptLeaves();
      const all = tens(3);
      for (const leaf of all) kept.add(leaf);
      kept.clear();
      expect(present(kept, all)).to.deep.equal([]);
      for (const leaf of all) kept.add(leaf);
      expect(present(kept, all)).to.deep.equal([0, 1, 2]);
    });
  });
});
