import { expect } from "chai";
import fc from "fast-check";
import { boundedMap } from "../../src/reading/bounded-map.js";

describe("a bounded map", () => {
  it("keeps the entries that were written first the shortest", () => {
    const map = boundedMap<string, number>(3);
    for (const [at, key] of ["a", "b", "c", "d", "e"].entries()) map.set(key, at);
    expect(["a", "b", "c", "d", "e"].map((key) => map.get(key))).to.deep.equal([
      undefined,
      undefined,
      2,
      3,
      4,
    ]);
  });

  it("replaces an entry in its place", () => {
    const map = boundedMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    map.set("a", 3);
    expect([map.get("a"), map.get("b")]).to.deep.equal([3, 2]);
    map.set("c", 4);
    expect([map.get("a"), map.get("b"), map.get("c")]).to.deep.equal([undefined, 2, 4]);
  });

  it("is empty after it was cleared", () => {
    const map = boundedMap<number, string>(2);
    map.set(1, "one");
    map.clear();
    expect(map.get(1)).to.equal(undefined);
  });

  it("never has more than it may, nor anything that was not written last", () => {
    const writes = fc.array(fc.tuple(fc.nat(9), fc.nat()), { maxLength: 60 });
    fc.assert(
      fc.property(writes, fc.integer({ min: 1, max: 8 }), (list, size) => {
        const map = boundedMap<number, number>(size);
        const last = new Map<number, number>();
        for (const [key, value] of list) {
          map.set(key, value);
          last.set(key, value);
          expect(map.get(key)).to.equal(value);
        }
        const held = [...last].filter(([key]) => map.get(key) !== undefined);
        expect(held.length).to.equal(Math.min(size, last.size));
        for (const [key, value] of held) expect(map.get(key)).to.equal(value);
      }),
    );
  });
});
