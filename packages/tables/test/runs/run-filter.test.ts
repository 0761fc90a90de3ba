import { expect } from "chai";
import { addToFilter, filterWords, mayBeInFilter } from "../../src/runs/run-filter.js";
import { hashKey } from "../../src/runs/key-hash.js";

const filterOf = (count: number): Uint32Array => {
  const filter = new Uint32Array(filterWords(count));
  for (let at = 0; at < count; at++) {
    const { high, low } = hashKey(`in-${at}`, 1, { high: 0, low: 0 });
    addToFilter(filter, high, low);
  }
  return filter;
};

const share = (filter: Uint32Array, prefix: string, count: number): number => {
  let found = 0;
  for (let at = 0; at < count; at++) {
    const { high, low } = hashKey(`${prefix}-${at}`, 1, { high: 0, low: 0 });
    if (mayBeInFilter(filter, high, low)) found++;
  }
  return found / count;
};

describe("the filter of a run", () => {
  for (const count of [1, 2, 100, 10_000]) {
    it(`has all of ${count} keys, and few others`, () => {
      const filter = filterOf(count);
      expect(share(filter, "in", count)).to.equal(1);
      expect(share(filter, "out", 10_000)).to.be.below(0.03);
    });
  }

  it("has nothing when nothing was entered", () => {
    expect(share(new Uint32Array(filterWords(0)), "in", 100)).to.equal(0);
  });

  it("takes 11 bits an entry, in whole blocks", () => {
    expect(filterWords(0)).to.equal(8);
    expect(filterWords(1)).to.equal(8);
    expect(filterWords(1_000_000)).to.be.within(343_750, 343_760);
    expect(filterWords(12_345) % 8).to.equal(0);
  });
});
