import { expect } from "chai";
import fc from "fast-check";
import { OffsetSet } from "../../src/pruning/offset-set.js";

describe("A set of offsets", () => {
  it("has what was added, up to its bound, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 70 })), (offsets) => {
        const [set, model] = [new OffsetSet(70), new Set(offsets)];
        for (const offset of offsets) set.add(offset);
        for (let offset = 0; offset <= 80; offset++)
          expect(set.has(offset)).to.equal(model.has(offset));
      }),
    );
  });
});
