import { firstWhere } from "./first-where.js";
import type { LeafPlace } from "./leaf.js";

/** Characters of the leaves that are kept in memory. */
const defaultMaxChars = 16 * 1024 * 1024;

/** A leaf in memory; whoever changes it says so with `change` and `grow`. */
export interface Leaf extends LeafPlace {
  readonly id: number;
  upper: string;
  readonly keys: Array<string>;
  readonly values: Array<string>;
  chars: number;
  /** The key of the entry that was added last since the leaf is in memory; "" for none. */
  lastAdded: string;
  /** The checksum in the database. */
  check: number;
  /** It is in the database. */
  isWritten: boolean;
  /** It has to be written. */
  isChanged: boolean;
  /** When it was used last, counted in uses of leaves. */
  usedAt: number;
}

/** Whether a key belongs into a leaf, if it is anywhere. */
const holds = ({ first, upper }: Leaf, key: string): boolean =>
  first <= key && (upper === "" || key < upper);

const placeOf = (leaves: ReadonlyArray<Leaf>, { first }: Leaf): number =>
  firstWhere(leaves.length, (at) => (leaves[at]?.first ?? "") >= first);

/**
 * The leaves in memory: all that were changed and not written yet, and of the others those that
 * were used last, up to a number of characters. They are found by their keys without the database.
 */
export class KeptLeaves {
  /** Of each map, by where they begin. */
  #byPlace: Array<Array<Leaf>> = [];
  /** Of each map the leaf that was used last. */
  readonly #last: Array<Leaf | undefined> = [];
  readonly #maxChars: number;
  #uses = 0;
  #chars = 0;
  /** Above so many characters leaves are let go of when another one is added. */
  #shrinkAbove: number;

  /** @param maxChars characters of leaves that are kept */
  constructor(maxChars: number = defaultMaxChars) {
    this.#maxChars = maxChars;
    this.#shrinkAbove = maxChars;
  }

  /** The leaf in which a key is, if it is anywhere; undefined when that leaf is not in memory. */
  covering(tree: number, key: string): Leaf | undefined {
    const last = this.#last[tree];
    if (last !== undefined && holds(last, key)) return last;
    const leaf = this.#lastBefore(tree, (first) => first > key);
    return leaf !== undefined && holds(leaf, key) ? this.#use(leaf) : undefined;
  }

  /** The one before a leaf; undefined when it is not in memory. */
  before({ tree, first }: Leaf): Leaf | undefined {
    const leaf = this.#lastBefore(tree, (each) => each >= first);
    return leaf?.upper === first ? this.#use(leaf) : undefined;
  }

  /** Keeps a leaf that was not in memory. */
  add(leaf: Leaf): Leaf {
    if (this.#chars > this.#shrinkAbove) this.shrink();
    const leaves = this.#leavesOf(leaf.tree);
    leaves.splice(placeOf(leaves, leaf), 0, leaf);
    this.#chars += leaf.chars;
    return this.#use(leaf);
  }

  /** The leaf is no more. */
  delete(leaf: Leaf): void {
    const leaves = this.#leavesOf(leaf.tree);
    leaves.splice(placeOf(leaves, leaf), 1);
    this.#chars -= leaf.chars;
    if (this.#last[leaf.tree] === leaf) this.#last[leaf.tree] = undefined;
  }

  /** The leaf has so many characters more. */
  grow(leaf: Leaf, chars: number): void {
    leaf.chars += chars;
    this.#chars += chars;
  }

  /** Lets go of the leaves that were used longest ago, when there are too many characters. */
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
    // where most are changed, going through them again has to be worth it
    this.#shrinkAbove = Math.max(this.#maxChars, this.#chars + this.#maxChars / 4);
  }

  /** Lets go of everything, changed or not. */
  clear(): void {
    this.#byPlace = [];
    this.#last.length = 0;
    this.#chars = 0;
    this.#shrinkAbove = this.#maxChars;
  }

  /** The last leaf before those whose beginning is past something. */
  #lastBefore(tree: number, isPast: (first: string) => boolean): Leaf | undefined {
    const leaves = this.#leavesOf(tree);
    return leaves[firstWhere(leaves.length, (at) => isPast(leaves[at]?.first ?? "")) - 1];
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
