import { expect } from "chai";
import fc from "fast-check";
import { consistencyPath, isConsistent } from "../../src/tree/consistency.js";
import { emptyFrontier, rootOfFrontier, withLeaf } from "../../src/tree/frontier.js";
import { inclusionPath, isIncluded } from "../../src/tree/inclusion.js";
import { emptyRoot, type Hash } from "../../src/tree/merkle-hash.js";
import { rangeRoot } from "../../src/tree/subtrees.js";
import {
  grownRoot,
  hex,
  leavesOf,
  naiveRoot,
  sampleLeaves,
  subtreesOf,
} from "../tree/sample-tree.js";

const leafTexts = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
  "0298d122906dcfc10892cb53a73992fc5b9f493ea4c9badb27b791b4127a7fe7",
  "07506a85fd9dd2f120eb694f86011e5bb4662e5c415a62917033d4a9624487e7",
  "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
  "4271a26be0d8a84f0bd54c8c302e7cb3a3b5d1fa6780a40bcce2873477dab658",
  "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
  "46f6ffadd3d06a09ff3c5860d2755c8b9819db7df44251788c7d8e3180de8eb1",
];

const rootTexts = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/** Roots over some leaves of the sample, by where they begin and end. */
const ranges: Readonly<Record<string, string>> = {
  "0-2": rootTexts[1] ?? "",
  "0-4": rootTexts[3] ?? "",
  "2-4": "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
  "4-6": "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
  "6-8": "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
  "4-7": "837dbb152e9b079010717e84e865da4ebc0fa198a806d59d31bf15accef22d0e",
  "4-8": "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
};

const named = (names: ReadonlyArray<string>) =>
  names.map((name) => ranges[name] ?? leafTexts[Number(name)]);

/** Index, size and path. */
const inclusions: ReadonlyArray<readonly [number, number, ReadonlyArray<string>]> = [
  [0, 1, []],
  [0, 8, ["1", "2-4", "4-8"]],
  [5, 8, ["4", "6-8", "0-4"]],
  [2, 3, ["0-2"]],
  [1, 5, ["0", "2-4", "4"]],
  [6, 7, ["4-6", "0-4"]],
  [4, 5, ["0-4"]],
];

/** Old size, new size and path. */
const consistencies: ReadonlyArray<readonly [number, number, ReadonlyArray<string>]> = [
  [1, 1, []],
  [1, 8, ["1", "2-4", "4-8"]],
  [6, 8, ["4-6", "6-8", "0-4"]],
  [2, 5, ["2-4", "4"]],
  [6, 7, ["4-6", "6", "0-4"]],
  [3, 7, ["2", "3", "0-2", "4-7"]],
  [4, 8, ["4-8"]],
];

const largest = 70;
const leaves = leavesOf(largest);
const roots = Array.from({ length: largest + 1 }, (_, size) => naiveRoot(leaves.slice(0, size)));
const subtrees = subtreesOf(leaves);
const rootAt = (size: number): Hash => roots[size] ?? emptyRoot;
const leafAt = (index: number): Hash => leaves[index] ?? emptyRoot;

describe("The Merkle tree of a log", () => {
  it("has the published hashes", () => {
    expect(Buffer.from(emptyRoot).toString("hex")).to.equal(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    expect(hex(sampleLeaves)).to.deep.equal(leafTexts);
    for (const [index, root] of rootTexts.entries()) {
      const begin = sampleLeaves.slice(0, index + 1);
      expect(hex([grownRoot(begin), naiveRoot(begin)])).to.deep.equal([root, root]);
    }
  });

  for (const [index, size, path] of inclusions) {
    it(`leads from leaf ${index} to the root of ${size}`, () => {
      const found = inclusionPath({ index, size }, subtreesOf(sampleLeaves));
      expect(hex(found)).to.deep.equal(named(path));
    });
  }

  for (const [old, size, path] of consistencies) {
    it(`proves that the first ${old} of ${size} are as they were`, () => {
      const found = consistencyPath({ old, new: size }, subtreesOf(sampleLeaves));
      expect(hex(found)).to.deep.equal(named(path));
    });
  }

  it("grows to the root that its definition has, and names each subtree when it is complete", () => {
    let tree = emptyFrontier;
    const complete: Array<string> = [];
    for (const [size, leaf] of leaves.entries()) {
      expect(hex([rootOfFrontier(tree)])).to.deep.equal(hex([rootAt(size)]));
      tree = withLeaf(tree, leaf, (level, index, root) => {
        expect(hex([root])).to.deep.equal(hex([subtrees(level, index)]));
        complete.push(`${level}/${index}`);
      });
    }
    const wanted = [0, 1, 2, 3, 4, 5, 6].flatMap((level) =>
      Array.from({ length: Math.floor(largest / 2 ** level) }, (_, index) => `${level}/${index}`),
    );
    expect(complete).to.have.members(wanted);
  });

  it("proves each leaf of each size, and no other leaf, place or root", () => {
    for (let size = 1; size <= largest; size++) {
      for (let index = 0; index < size; index++) {
        const path = inclusionPath({ index, size }, subtrees);
        const leaf = leafAt(index);
        expect(isIncluded({ index, size }, leaf, path, rootAt(size))).to.equal(true);
        const wrongs = [
          isIncluded({ index, size }, leafAt(index + 1), path, rootAt(size)),
          isIncluded({ index, size }, leaf, path, rootAt(size - 1)),
          isIncluded({ index, size }, leaf, [...path, leaf], rootAt(size)),
          isIncluded({ index: index + 1, size: Math.max(size, 2) }, leaf, path, rootAt(size)),
          size > 1 && isIncluded({ index, size }, leaf, path.slice(1), rootAt(size)),
          isIncluded({ index: size, size }, leaf, path, rootAt(size)),
          isIncluded({ index: -1, size }, leaf, path, rootAt(size)),
        ];
        expect(wrongs, `${index} of ${size}`).to.not.include(true);
      }
    }
  });

  it("proves that each size begins with each smaller one, and nothing else", () => {
    for (let size = 1; size <= largest; size++) {
      for (let old = 1; old <= size; old++) {
        const path = consistencyPath({ old, new: size }, subtrees);
        const older = { size: old, root: rootAt(old) };
        const newer = { size, root: rootAt(size) };
        expect(isConsistent(older, newer, path)).to.equal(true);
        const wrongs = [
          isConsistent({ ...older, root: rootAt(old - 1) }, newer, path),
          isConsistent(older, { ...newer, root: rootAt(size - 1) }, path),
          isConsistent(older, newer, [...path, older.root]),
          path.length > 0 && isConsistent(older, newer, path.slice(1)),
          path.length > 0 && isConsistent(older, newer, path.slice(0, -1)),
          isConsistent({ size: 0, root: emptyRoot }, newer, path),
          old < size && isConsistent(newer, older, path),
        ];
        expect(wrongs, `${old} of ${size}`).to.not.include(true);
      }
    }
  });

  it("does not take a path for another size, and no bit of a path, leaf or root may differ", () => {
    const cases = fc.record({
      size: fc.integer({ min: 2, max: largest }),
      part: fc.nat(),
      at: fc.nat(),
      bit: fc.integer({ min: 0, max: 255 }),
    });
    fc.assert(
      fc.property(cases, ({ size, part, at, bit }) => {
        const index = at % size;
        const path = inclusionPath({ index, size }, subtrees);
        const hashes = [leafAt(index), rootAt(size), ...path].map((each) => Uint8Array.from(each));
        const changed = hashes[part % hashes.length];
        const byte = changed?.[bit >> 3];
        if (changed === undefined || byte === undefined) throw new Error("no such byte");
        changed[bit >> 3] = byte ^ (1 << (bit & 7));
        const [leaf = emptyRoot, root = emptyRoot, ...rest] = hashes;
        expect(isIncluded({ index, size }, leaf, rest, root)).to.equal(false);
      }),
    );
  });

  it("has no path from a place that is not in it", () => {
    expect(() => inclusionPath({ index: 3, size: 3 }, subtrees)).to.throw(RangeError);
    expect(() => consistencyPath({ old: 0, new: 3 }, subtrees)).to.throw(RangeError);
    expect(() => consistencyPath({ old: 4, new: 3 }, subtrees)).to.throw(RangeError);
    expect(hex([rangeRoot(2, 2, subtrees)])).to.deep.equal(hex([emptyRoot]));
  });
});
