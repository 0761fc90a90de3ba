import type { KeptLeaves, Leaf } from "./kept-leaves.js";

type SavedLeaf = Pick<Leaf, "upper" | "chars" | "lastAdded" | "isChanged"> & {
  readonly keys: ReadonlyArray<string>;
  readonly values: ReadonlyArray<string>;
};

/**
 * The former content of leaves that were changed, made or removed, until that is undone or kept.
 */
export class LeafUndo {
  #saved = new Map<Leaf, SavedLeaf>();
  #made = new Set<Leaf>();
  #removed = new Set<Leaf>();

  /** Clears the log: the changes so far stay. */
  keep(): void {
    // cleared ones would keep alive what they had, see `PassingMap`
    if (this.#saved.size > 0) this.#saved = new Map();
    if (this.#made.size > 0) this.#made = new Set();
    if (this.#removed.size > 0) this.#removed = new Set();
  }

  /** To be called before each change of a leaf. */
  save(leaf: Leaf): void {
    if (this.#saved.has(leaf) || this.#made.has(leaf)) return;
    const { upper, chars, lastAdded, isChanged } = leaf;
    const [keys, values] = [[...leaf.keys], [...leaf.values]];
    this.#saved.set(leaf, { upper, chars, lastAdded, isChanged, keys, values });
  }

  made(leaf: Leaf): void {
    this.#made.add(leaf);
  }

  /** Records the removal of a leaf that was saved before. */
  removed(leaf: Leaf): void {
    // a leaf made since then did not exist before
    if (!this.#made.delete(leaf)) this.#removed.add(leaf);
  }

  /**
   * Restores every leaf.
   * @param kept the leaves in memory
   * @returns the leaves made, and those removed
   */
  undo(kept: KeptLeaves): { readonly made: Iterable<Leaf>; readonly removed: Iterable<Leaf> } {
    const [made, removed] = [[...this.#made], [...this.#removed]];
    for (const leaf of made) kept.delete(leaf);
    for (const leaf of removed) kept.add(leaf);
    for (const [leaf, { upper, chars, lastAdded, isChanged, keys, values }] of this.#saved) {
      leaf.upper = upper;
      leaf.lastAdded = lastAdded;
      leaf.isChanged = isChanged;
      leaf.keys.splice(0, leaf.keys.length, ...keys);
      leaf.values.splice(0, leaf.values.length, ...values);
      kept.grow(leaf, chars - leaf.chars);
    }
    this.keep();
    return { made, removed };
  }
}
