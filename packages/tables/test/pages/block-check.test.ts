import { expect } from "chai";
import * as fc from "fast-check";
import { type BlockKey, checkOf, checkSeed } from "../../src/pages/block-check.js";

const part = fc.integer({ min: 0, max: 2 ** 40 });
const keys: fc.Arbitrary<BlockKey> = fc.record({
  kind: fc.integer({ min: 1, max: 10 }),
  list: part,
  no: part,
});
const records = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const seed = checkSeed("0123");

describe("The checksum of a block", () => {
  it("is the same for the same block", () => {
    fc.assert(
      fc.property(keys, records, (key, bytes) => {
        expect(checkOf(seed, key, bytes)).to.equal(checkOf(seed, { ...key }, Buffer.from(bytes)));
      }),
    );
  });

  it("is another with any bit of the block flipped", () => {
    fc.assert(
      fc.property(keys, records, fc.nat(), (key, bytes, where) => {
        const flipped = Buffer.from(bytes);
        const bit = where % (bytes.length * 8);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(checkOf(seed, key, flipped)).to.not.equal(checkOf(seed, key, bytes));
      }),
    );
  });

  it("is another with a burst of up to 32 bits changed", () => {
    fc.assert(
      fc.property(
        keys,
        records,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (key, bytes, at, by) => {
          const changed = Buffer.from(bytes);
          const index = at % bytes.length;
          changed[index] = (changed[index] ?? 0) ^ by;
          expect(checkOf(seed, key, changed)).to.not.equal(checkOf(seed, key, bytes));
        },
      ),
    );
  });

  for (const [what, change] of [
    ["kind", { kind: 3 }],
    ["list", { list: 8 }],
    ["number", { no: 1 }],
  ] as const) {
    it(`is another at another ${what}`, () => {
      const key = { kind: 2, list: 7, no: 0 };
      const bytes = Buffer.from("records");
      expect(checkOf(seed, { ...key, ...change }, bytes)).to.not.equal(checkOf(seed, key, bytes));
    });
  }

  it("is another for another journal", () => {
    const key = { kind: 2, list: 7, no: 0 };
    const bytes = Buffer.from("records");
    expect(checkSeed("0123")).to.not.equal(checkSeed("0124"));
    expect(checkOf(checkSeed("0124"), key, bytes)).to.not.equal(checkOf(seed, key, bytes));
  });

  it("is of the records and their place together: neither can stand for the other", () => {
    const empty = Buffer.alloc(0);
    const places = new Set<number>();
    for (let kind = 1; kind <= 10; kind++) {
      for (let list = 0; list < 20; list++)
        for (let no = 0; no < 20; no++) places.add(checkOf(seed, { kind, list, no }, empty));
    }
    expect(places.size).to.equal(4_000);
  });
});
