import { emptyRoot, type Hash, hashBytes, nodeHash } from "./merkle-hash.js";
import { rangeRoot } from "./subtrees.js";

/** Hashes in a whole tile (C2SP tlog-tiles). */
export const tileWidth = 256;

/** Levels of the tree that a tile goes over. */
const tileHeight = 8;

/** Tiles that are kept in memory once they were read. */
const cachedTiles = 32;

/** Where whole tiles are kept: 256 hashes each, in one piece. */
export interface TileStore {
  /** @throws when there is no such tile, or it is not whole */
  read(level: number, index: number): Uint8Array;
  write(level: number, index: number, hashes: Uint8Array): void;
}

/** A tile with fewer than 256 hashes, which are in one piece. */
interface PartialTile {
  readonly level: number;
  readonly index: number;
  readonly width: number;
  readonly hashes: Uint8Array;
}

/**
 * A tree that grows leaf by leaf and gives its root and paths at each size it ever had. Whole tiles
 * go to a store; what is not in a whole tile is in memory, at most 255 hashes a level.
 */
export class TileLog {
  readonly #store: TileStore;
  /** Of each tile level the hashes that are in no whole tile yet. */
  readonly #tails: Array<Array<Hash>> = [];
  readonly #cache = new Map<string, Uint8Array>();
  #size = 0;

  constructor(store: TileStore) {
    this.#store = store;
  }

  /**
   * A log of whole tiles that are in the store already.
   *
   * @param leaves hashes of leaves behind the whole tiles, in one piece
   */
  static resume(
    store: TileStore,
    wholeTiles: number,
    leaves: Uint8Array = new Uint8Array(),
  ): TileLog {
    const log = new TileLog(store);
    log.#size = wholeTiles * tileWidth;
    // the tiles of a level are the hashes of the next one
    for (let level = 1, hashes = wholeTiles; hashes > 0; level++) {
      const whole = Math.floor(hashes / tileWidth);
      const tail: Array<Hash> = [];
      for (let index = whole * tileWidth; index < hashes; index++)
        tail.push(rootOfPower(log.#hashes(level - 1, index)));
      log.#tails[level] = tail;
      hashes = whole;
    }
    for (let at = 0; at < leaves.length; at += hashBytes)
      log.append(leaves.subarray(at, at + hashBytes));
    return log;
  }

  /** Leaves so far. */
  get size(): number {
    return this.#size;
  }

  /** Adds a leaf by its `leafHash`. */
  append(leaf: Hash): void {
    let hash = leaf;
    let index = this.#size;
    this.#size += 1;
    for (let level = 0; ; level++) {
      const tail = (this.#tails[level] ??= []);
      tail.push(hash);
      if (tail.length < tileWidth) return;
      index = Math.floor(index / tileWidth);
      this.#store.write(level, index, Buffer.concat(tail));
      hash = rootOfPower(tail);
      this.#tails[level] = [];
    }
  }

  /** The root of the first `size` leaves. */
  root(size = this.#size): Hash {
    if (size > this.#size) throw new RangeError(`the log has ${this.#size} leaves, not ${size}`);
    return size === 0 ? emptyRoot : rangeRoot(0, size, this.subtreeRoot);
  }

  /** See `SubtreeRoots`. */
  readonly subtreeRoot = (level: number, index: number): Hash => {
    const span = 2 ** (level % tileHeight);
    const first = index * span;
    const hashes = this.#hashes(Math.floor(level / tileHeight), Math.floor(first / tileWidth));
    const begin = first % tileWidth;
    return rootOfPower(hashes.slice(begin, begin + span));
  };

  /** The tiles that are not whole, one a level at most. */
  partialTiles(): ReadonlyArray<PartialTile> {
    return this.#tails.flatMap((tail, level) => {
      const index = Math.floor(this.#size / tileWidth ** (level + 1));
      return tail.length === 0
        ? []
        : [{ level, index, width: tail.length, hashes: Buffer.concat(tail) }];
    });
  }

  #hashes(level: number, index: number): ReadonlyArray<Hash> {
    const count = Math.floor(this.#size / tileWidth ** level);
    if (index === Math.floor(count / tileWidth)) return this.#tails[level] ?? [];
    const bytes = this.#wholeTile(level, index);
    return Array.from({ length: tileWidth }, (_, at) =>
      bytes.subarray(at * hashBytes, (at + 1) * hashBytes),
    );
  }

  #wholeTile(level: number, index: number): Uint8Array {
    const name = `${level}/${index}`;
    const cached = this.#cache.get(name);
    if (cached !== undefined) return cached;
    const read = this.#store.read(level, index);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= cachedTiles && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(name, read);
    return read;
  }
}

/** The root over hashes whose number is a power of two. */
const rootOfPower = (hashes: ReadonlyArray<Hash>): Hash => {
  let level = hashes;
  while (level.length > 1) {
    const next: Array<Hash> = [];
    for (let at = 0; at < level.length; at += 2)
      next.push(nodeHash(level[at] ?? emptyRoot, level[at + 1] ?? emptyRoot));
    level = next;
  }
  const [root] = level;
  if (root === undefined) throw new RangeError("there is no such subtree in the log");
  return root;
};
