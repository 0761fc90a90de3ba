import type { LeafPlace } from "./leaf.js";

/** Characters of the leaves that are kept in memory. */
const defaultMaxChars = 16 * 1024 * 1024;

/** A leaf in memory; each change is reported with `change` and `grow`. */
export interface Leaf extends LeafPlace {
  upper: string;
  readonly keys: Array<string>;
  readonly values: Array<string>;
  chars: number;
  /** The key of the latest entry added in memory; "" for none. */
  lastAdded: string;
  /** The checksum in the database; undefined: it is not there. */
  check: number | undefined;
  /** True when it has to be written. */
  isChanged: boolean;
  /** When it was used last, counted in uses of leaves. */
  usedAt: number;
}

/** Whether a key is in the range of a leaf. */
const holds = ({ first, upper }: Leaf, key: string): boolean =>
  first <= key && (upper === "" || key < upper);

/** The number of leaves that begin before a key. */
const countBefore = (leaves: ReadonlyArray<Leaf>, key: string): number => {
  let [from, to] = [0, leaves.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((leaves[middle]?.first ?? "") < key) from = middle + 1;
    else to = middle;
  }
  return from;
};

/**
 * The leaves in memory: all changed and unwritten ones, and the most recently used of the others,
 * up to a number of characters. They are found by key without the database.
 */
export class KeptLeaves {
  /** By map, then by first key. */
  #byPlace: Array<Array<Leaf>> = [];
  /** Of each map the most recently used leaf. */
  readonly #last: Array<Leaf | undefined> = [];
  readonly #maxChars: number;
  #uses = 0;
  #chars = 0;
  /** Above this many characters leaves are evicted when one is added. */
  #shrinkAbove: number;

  /** @param maxChars characters of leaves that are kept */
  constructor(maxChars: number = defaultMaxChars) {
    this.#maxChars = maxChars;
    this.#shrinkAbove = maxChars;
  }

  /** The leaf with the range of a key; undefined when that leaf is not in memory. */
  covering(tree: number, key: string): Leaf | undefined {
    const last = this.#last[tree];
    if (last !== undefined && holds(last, key)) return last;
    const leaves = this.#leavesOf(tree);
    const at = countBefore(leaves, key);
    const next = leaves[at];
    const leaf = next?.first === key ? next : leaves[at - 1];
    return leaf !== undefined && (leaf.upper === "" || key < leaf.upper)
      ? this.#use(leaf)
      : undefined;
  }

  /** The previous leaf; undefined when it is not in memory. */
  before({ tree, first }: Leaf): Leaf | undefined {
    const leaves = this.#leavesOf(tree);
    const leaf = leaves[countBefore(leaves, first) - 1];
    return leaf?.upper === first ? this.#use(leaf) : undefined;
  }

  add(leaf: Leaf): Leaf {
    if (this.#chars > this.#shrinkAbove) this.shrink();
    const leaves = this.#leavesOf(leaf.tree);
    leaves.splice(countBefore(leaves, leaf.first), 0, leaf);
    this.#chars += leaf.chars;
    return this.#use(leaf);
  }

  delete(leaf: Leaf): void {
    const leaves = this.#leavesOf(leaf.tree);
    leaves.splice(countBefore(leaves, leaf.first), 1);
    this.#chars -= leaf.chars;
    if (this.#last[leaf.tree] === leaf) this.#last[leaf.tree] = undefined;
  }

  /** Counts further characters of a leaf. */
  grow(leaf: Leaf, chars: number): void {
    leaf.chars += chars;
    this.#chars += chars;
  }

  /** Evicts the least recently used leaves, when there are too many characters. */
  shrink(): void {
    if (this.#chars <= this.#maxChars) return;
    const mayGo = this.#byPlace
      .flat()
      .filter((leaf) => !leaf.isChanged && this.#last[leaf.tree] !== leaf)
      .sort((a, b) => a.usedAt - b.usedAt);
    const gone = new Set<Leaf>();
    for (const leaf of mayGo) {
      if (this.#chars <= this.#maxChars / 2) break;
      gone.add(leaf);
      this.#chars -= leaf.chars;
    }
    this.#byPlace = this.#byPlace.map((leaves) => leaves.filter((leaf) => !gone.has(leaf)));
    // frees more than needed, so that a scan over mostly changed leaves is rare
    this.#shrinkAbove = Math.max(this.#maxChars, this.#chars + this.#maxChars / 4);
  }

  /** Drops everything, changed or not. */
  clear(): void {
    this.#byPlace = [];
    this.#last.length = 0;
    this.#chars = 0;
    this.#shrinkAbove = this.#maxChars;
  }

  #leavesOf(tree: number): Array<Leaf> {
    return (this.#byPlace[tree] ??= []);
  }

  #use(leaf: Leaf): Leaf {
    this.#uses += 1;
    leaf.usedAt = this.#uses;
    this.#last[leaf.tree] = leaf;
    return leaf;
  }
}
