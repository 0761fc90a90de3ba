import { expect } from "chai";
import { leafHash } from "../../src/tree/merkle-hash.js";
import { consistencyPath, isConsistent } from "../../src/tree/consistency.js";
import { emptyFrontier, rootOfFrontier, withLeaf } from "../../src/tree/frontier.js";
import { inclusionPath, isIncluded } from "../../src/tree/inclusion.js";
import { TileLog, type TileStore } from "../../src/tree/tile-log.js";
import { hex } from "./sample-tree.js";

const inMemory = (): TileStore & { readonly tiles: Map<string, Uint8Array> } => {
  const tiles = new Map<string, Uint8Array>();
  return {
    tiles,
    read: (level, index) => {
      const tile = tiles.get(`${level}/${index}`);
      if (tile === undefined) throw new Error(`no tile ${level}/${index}`);
      return tile;
    },
    write: (level, index, hashes) => void tiles.set(`${level}/${index}`, hashes),
  };
};

const leafAt = (index: number) => leafHash(Buffer.from(`leaf ${index}`));
// more than one tile of the second level
const largest = 66_300;

describe("A log of tiles", () => {
  const store = inMemory();
  const log = new TileLog(store);
  const roots = new Map<number, string>();
  const sizes = [1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 65_792, 66_000, largest];

  before(() => {
    let tree = emptyFrontier;
    for (let index = 0; index < largest; index++) {
      const leaf = leafAt(index);
      log.append(leaf);
      tree = withLeaf(tree, leaf);
      if (!sizes.includes(tree.size)) continue;
      const [root = ""] = hex([rootOfFrontier(tree)]);
      roots.set(tree.size, root);
      expect(hex([log.root()]), `${tree.size}`).to.deep.equal([root]);
    }
  });

  it("gives the root of each size it had", () => {
    for (const size of sizes) expect(hex([log.root(size)])).to.deep.equal([roots.get(size)]);
    expect(() => log.root(largest + 1)).to.throw(RangeError);
  });

  it("writes only whole tiles", () => {
    expect(store.tiles.size).to.equal(Math.floor(largest / 256) + 1);
    for (const tile of store.tiles.values()) expect(tile.length).to.equal(8192);
    const partial = log.partialTiles().map(({ level, index, width }) => [level, index, width]);
    expect(partial).to.deep.equal([
      [0, 258, 252],
      [1, 1, 2],
      [2, 0, 1],
    ]);
  });

  it("proves leaves and older sizes", () => {
    for (const size of sizes) {
      const root = log.root(size);
      for (const index of [0, size >> 1, size - 1]) {
        const path = inclusionPath({ index, size }, log.subtreeRoot);
        expect(isIncluded({ index, size }, leafAt(index), path, root)).to.equal(true);
      }
      const path = consistencyPath({ old: size, new: largest }, log.subtreeRoot);
      const newer = { size: largest, root: log.root() };
      expect(isConsistent({ size, root }, newer, path), `${size}`).to.equal(true);
    }
  });

  it("resumes from its whole tiles", () => {
    for (const wholeTiles of [0, 1, 255, 256, 257, Math.floor(largest / 256)]) {
      const resumed = TileLog.resume(inMemoryBegin(store, wholeTiles), wholeTiles);
      expect(resumed.size).to.equal(wholeTiles * 256);
      for (let index = resumed.size; index < largest; index++) resumed.append(leafAt(index));
      expect(hex([resumed.root()])).to.deep.equal([roots.get(largest)]);
    }
    const [tail] = log.partialTiles();
    const whole = Math.floor(largest / 256);
    const resumed = TileLog.resume(inMemoryBegin(store, whole), whole, tail?.hashes);
    expect([resumed.size, ...hex([resumed.root()])]).to.deep.equal([largest, roots.get(largest)]);
  });
});

/** Only the tiles that a log of so many whole tiles wrote. */
const inMemoryBegin = (all: ReturnType<typeof inMemory>, wholeTiles: number): TileStore => {
  const begin = inMemory();
  for (let level = 0, count = wholeTiles; count > 0; level++, count = Math.floor(count / 256))
    for (let index = 0; index < count; index++) begin.write(level, index, all.read(level, index));

  return begin;
};
