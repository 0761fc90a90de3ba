import { expect } from "chai";
import fc from "fast-check";
import {
  bitAt,
  hashOfKey,
  Leaf,
  placeOf,
  removeFrom,
  setBranch,
  trieOf,
} from "../../src/collections/hash-trie.js";

/** The same, without anything that is remembered. */
const hashAnew = (key: string, seed: number): number => {
  let hash = seed ^ 0x811c9dc5;
  for (const unit of key.split("")) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
};

describe("hashOfKey", () => {
  it("depends on key and seed alone, whatever was hashed before", () => {
    const keys = fc.constantFrom("", "a", "b", "ab", "ba", "\0", "ä", "\ud800", "a".repeat(200));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, fc.constantFrom(0, 1, -1, 7)), { maxLength: 30 }),
        (all) => {
          for (const [key, seed] of all) expect(hashOfKey(key, seed)).to.equal(hashAnew(key, seed));
        },
      ),
    );
  });

  it("is another for a key of which one character differs", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        (key, at, seed) => {
          const place = at % key.length;
          const unit = String.fromCharCode(key.charCodeAt(place) ^ 1);
          const changed = key.slice(0, place) + unit + key.slice(place + 1);
          expect(hashOfKey(changed, seed)).to.not.equal(hashOfKey(key, seed));
        },
      ),
    );
  });
});

describe("The bits of a branch", () => {
  it("are five of the hash at each level", () => {
    for (const [hash, shift, bit] of [
      [0, 0, 0],
      [31, 0, 31],
      [32, 0, 0],
      [32, 5, 1],
      [-1, 25, 31],
      [-1, 30, 3],
    ] as const)
      expect(bitAt(hash, shift)).to.equal(1 << bit);
  });

  it("are counted up to the one that is looked for", () => {
    for (const [bitmap, bit, place] of [
      [0b1011, 0, 0],
      [0b1011, 1, 1],
      [0b1011, 2, 2],
      [0b1011, 3, 2],
      [-1, 31, 31],
    ] as const)
      expect(placeOf(bitmap, 1 << bit)).to.equal(place);
  });
});

describe("A trie made of many leaves at once", () => {
  it("is that of the leaves put in one by one", () => {
    for (const count of [0, 1, 64, 65, 3_000]) {
      const leaves = Array.from({ length: count }, (_, at) => {
        const key = `key ${at}`;
        return new Leaf(hashOfKey(key, 3), key, at);
      });
      let single = trieOf<number>([]);
      for (const leaf of leaves) single = setBranch(single, 0, leaf, undefined, { grew: false });
      const bits = { bitmap: single.bitmap, children: single.children.length };
      const { bitmap, children } = trieOf(leaves);
      expect({ bitmap, children: children.length }).to.deep.equal(bits);
    }
  });

  it("is empty again when every leaf was removed", () => {
    const keys = Array.from({ length: 200 }, (_, at) => `key ${at}`);
    let trie = trieOf(keys.map((key) => new Leaf(hashOfKey(key, 0), key, key)));
    for (const [at, key] of keys.entries()) {
      const rest = removeFrom(trie, 0, hashOfKey(key, 0), key, undefined);
      expect(rest === undefined).to.equal(at === keys.length - 1);
      if (rest !== undefined) trie = rest;
    }
  });
});
