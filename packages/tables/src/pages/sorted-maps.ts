import type { Leaf } from "./kept-leaves.js";
import { type LeafTable, charsOf } from "./leaf-table.js";

type MapEntry = readonly [key: string, value: string];

/** Keys from one up to another, exclusive. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}

/** Characters of a leaf of a map by default; four fit into a page. */
const usualLeafChars = 1_900;

/** An entry before a change; without a value where there was none. */
interface Former {
  readonly tree: number;
  readonly key: string;
  readonly value: string | undefined;
}

// as `firstWhere`, for which each comparison is a call
const placeIn = ({ keys }: Leaf, key: string): number => {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] ?? "") >= key) to = middle;
    else from = middle + 1;
  }
  return from;
};

/**
 * Maps sorted by their keys, in leaves that each contain the first key of the next one. An entry,
 * or its absence, is only read from a leaf that fits its checksum and covers the key, and a missing
 * leaf is detected by its neighbour. Keys are ASCII without spaces; values are one line.
 *
 * All functions throw `TableDamage`, or what SQLite throws. Changes are in memory until the table
 * is flushed.
 */
export class SortedMaps {
  readonly #leaves: LeafTable;
  readonly #leafChars: ReadonlyMap<number, number>;
  /** What changed since `mark`, the latest last. */
  #changed: Array<Former> = [];

  /**
   * @param leafChars by map: a leaf with more characters and more than one entry is split. Larger
   * leaves are faster to read, smaller ones to write.
   */
  constructor(leaves: LeafTable, leafChars: ReadonlyMap<number, number> = new Map()) {
    this.#leaves = leaves;
    this.#leafChars = leafChars;
  }

  /** Makes an empty map. */
  begin(tree: number): void {
    this.#leaves.made({ tree, first: "" }, "", []);
  }

  /** Changes from here on can be undone. */
  mark(): void {
    this.#changed = [];
  }

  /**
   * Undoes the changes since `mark`. Reads nothing, unless something was written since: changed
   * leaves are in memory.
   */
  undo(): void {
    for (const { tree, key, value } of this.#changed.splice(0).reverse()) {
      const leaf = this.#leaves.covering(tree, key);
      if (value === undefined) this.#take(leaf, placeIn(leaf, key));
      else this.#put(leaf, key, value);
    }
  }

  get(tree: number, key: string): string | undefined {
    const leaf = this.#leaves.covering(tree, key);
    const at = placeIn(leaf, key);
    return leaf.keys[at] === key ? leaf.values[at] : undefined;
  }

  /** Adds an entry or changes its value. @returns its former value */
  set(tree: number, key: string, value: string): string | undefined {
    const leaf = this.#leaves.covering(tree, key);
    const before = this.#put(leaf, key, value);
    this.#changed.push({ tree, key, value: before });
    return before;
  }

  /** Removes an entry. @returns its value; undefined when there was none */
  delete(tree: number, key: string): string | undefined {
    const leaf = this.#leaves.covering(tree, key);
    const at = placeIn(leaf, key);
    if (leaf.keys[at] !== key) return undefined;
    const value = this.#take(leaf, at);
    this.#changed.push({ tree, key, value });
    if (leaf.keys.length === 0 && leaf.first !== "") this.#leaves.remove(leaf);
    return value;
  }

  /** Entries of a range, in ascending order. */
  ascending(tree: number, range: KeyRange): ReadonlyArray<MapEntry> {
    return [...this.each(tree, range)];
  }

  /** `ascending` as an iterator, without all entries in memory; change nothing meanwhile. */
  *each(tree: number, { from, to, limit }: KeyRange): Generator<MapEntry, void, undefined> {
    let count = 0;
    let leaf = this.#leaves.covering(tree, from);
    for (let at = placeIn(leaf, from); count < limit; at++) {
      if (at === leaf.keys.length) {
        if (leaf.upper === "" || leaf.upper >= to) break;
        leaf = this.#leaves.after(leaf, to, limit - count);
        at = -1;
        continue;
      }
      const key = leaf.keys[at] ?? "";
      if (key >= to) break;
      count += 1;
      yield [key, leaf.values[at] ?? ""];
    }
  }

  /** Entries of a range, in descending order. */
  descending(tree: number, { from, to, limit }: KeyRange): ReadonlyArray<MapEntry> {
    const found: Array<MapEntry> = [];
    let leaf = this.#leaves.covering(tree, to);
    for (let at = placeIn(leaf, to) - 1; found.length < limit; at--) {
      if (at < 0) {
        if (leaf.first <= from) break;
        leaf = this.#leaves.before(leaf);
        at = leaf.keys.length;
        continue;
      }
      const key = leaf.keys[at] ?? "";
      if (key < from) break;
      found.push([key, leaf.values[at] ?? ""]);
    }
    return found;
  }

  /** @returns the former value */
  #put(leaf: Leaf, key: string, value: string): string | undefined {
    const { keys, values } = leaf;
    const at = placeIn(leaf, key);
    const before = keys[at] === key ? values[at] : undefined;
    const isNext = at > 0 && keys[at - 1] === leaf.lastAdded;
    this.#leaves.change(leaf);
    if (before !== undefined) {
      values[at] = value;
    } else if (at === keys.length) {
      keys.push(key);
      values.push(value);
    } else {
      keys.splice(at, 0, key);
      values.splice(at, 0, value);
    }
    if (before === undefined) leaf.lastAdded = key;
    const grown = before === undefined ? charsOf(key, value) : value.length - before.length;
    this.#leaves.grow(leaf, grown);
    const maxChars = this.#leafChars.get(leaf.tree) ?? usualLeafChars;
    if (leaf.chars > maxChars && keys.length > 1)
      this.#split(leaf, splitAt(keys.length, at, isNext));
    return before;
  }

  /** Takes an entry out of a leaf, which may be empty then. @returns its value */
  #take(leaf: Leaf, at: number): string | undefined {
    this.#leaves.change(leaf);
    const [key, value] = [leaf.keys[at] ?? "", leaf.values[at]];
    leaf.values.splice(at, 1);
    leaf.keys.splice(at, 1);
    this.#leaves.grow(leaf, -charsOf(key, value ?? ""));
    return value;
  }

  #split(leaf: Leaf, from: number): void {
    const keys = leaf.keys.splice(from);
    const values = leaf.values.splice(from);
    const moved = keys.map((key, at): MapEntry => [key, values[at] ?? ""]);
    const next = this.#leaves.made({ tree: leaf.tree, first: keys[0] ?? "" }, leaf.upper, moved);
    this.#leaves.grow(leaf, -(next.chars - next.upper.length));
    leaf.upper = next.first;
  }
}

/**
 * The entry at which a leaf is split. Where entries are appended in order, as in the history of a
 * party, the first part stays full; else both halves get room.
 */
const splitAt = (count: number, added: number, isNext: boolean): number => {
  if (added === count - 1) return added;
  return isNext ? added + 1 : count >> 1;
};
