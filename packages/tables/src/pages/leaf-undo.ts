import type { KeptLeaves, Leaf } from "./kept-leaves.js";

type SavedLeaf = Pick<Leaf, "upper" | "chars" | "lastAdded" | "isChanged"> & {
  readonly keys: ReadonlyArray<string>;
  readonly values: ReadonlyArray<string>;
};

/** What leaves were before they were changed, made or removed, until that is taken back or kept. */
export class LeafUndo {
  readonly #saved = new Map<Leaf, SavedLeaf>();
  readonly #made = new Set<Leaf>();
  readonly #removed = new Set<Leaf>();

  /** Forgets everything: what was changed so far stays. */
  keep(): void {
    this.#saved.clear();
    this.#made.clear();
    this.#removed.clear();
  }

  /** To be called before a leaf is changed, every time. */
  save(leaf: Leaf): void {
    if (this.#saved.has(leaf) || this.#made.has(leaf)) return;
    const { upper, chars, lastAdded, isChanged } = leaf;
    const [keys, values] = [[...leaf.keys], [...leaf.values]];
    this.#saved.set(leaf, { upper, chars, lastAdded, isChanged, keys, values });
  }

  /** A leaf was made. */
  made(leaf: Leaf): void {
    this.#made.add(leaf);
  }

  /** A leaf was removed, and saved before. */
  removed(leaf: Leaf): void {
    // one that was made since is as it was before
    if (!this.#made.delete(leaf)) this.#removed.add(leaf);
  }

  /**
   * Puts every leaf back as it was.
   * @param kept the leaves in memory
   * @returns those that were made, and those that were removed
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
