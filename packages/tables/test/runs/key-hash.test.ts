import { expect } from "chai";
import fc from "fast-check";
import { hashKey } from "../../src/runs/key-hash.js";

const hashOf = (key: string, seed: number): string => {
  const { high, low } = hashKey(key, seed, { high: 0, low: 0 });
  return `${high}-${low}`;
};

describe("the hash of a key", () => {
  it("is the same each time, in two unsigned halves", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (key, seed) => {
        const { high, low } = hashKey(key, seed, { high: 0, low: 0 });
        expect(hashOf(key, seed)).to.equal(`${high}-${low}`);
        for (const half of [high, low]) expect(half).to.be.within(0, 2 ** 32 - 1);
      }),
    );
  });

  it("differs between keys of any likeness, and between seeds", () => {
    const hashes = new Set<string>();
    for (let at = 0; at < 20_000; at++) {
      hashes.add(hashOf(`user\n${at}\nalice`, 7));
      hashes.add(hashOf(`${"0".repeat(at % 50)}${at}`, 7));
      hashes.add(hashOf("same", at));
    }
    const texts = new Set(Array.from({ length: 20_000 }, (_, at) => `${"0".repeat(at % 50)}${at}`));
    expect(hashes.size).to.equal(40_000 + texts.size);
  });

  it("spreads over the blocks of a filter and the order of a run alike", () => {
    const buckets = new Array<number>(64).fill(0);
    for (let at = 0; at < 64_000; at++) {
      const { high } = hashKey(`contract-${at}`, 3, { high: 0, low: 0 });
      const bucket = Math.floor((high / 2 ** 32) * 64);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    for (const count of buckets) expect(count).to.be.within(800, 1_200);
  });
});
