import { emptyRoot, type Hash, nodeHash } from "./merkle-hash.js";

/**
 * What a growing tree needs to have to give its next root: the roots of the complete subtrees that
 * its leaves make up, one for each bit of the size that is set, the largest first.
 */
interface Frontier {
  readonly size: number;
  readonly roots: ReadonlyArray<Hash>;
}

/** The tree without leaves. */
export const emptyFrontier: Frontier = { size: 0, roots: [] };

/**
 * A subtree that an append completed: 2^level leaves, the `index`th of its level counted from 0.
 * Level 0 is the leaf itself.
 */
export type Completed = (level: number, index: number, root: Hash) => void;

/**
 * Adds a leaf.
 *
 * @param leaf its `leafHash`
 * @param completed called for each subtree that the leaf completes, the smallest first
 */
export const withLeaf = (
  { size, roots }: Frontier,
  leaf: Hash,
  completed?: Completed,
): Frontier => {
  const left = [...roots];
  let root = leaf;
  let level = 0;
  // beyond 2^31 leaves the operators on 32 bits would be wrong
  let index = size;
  completed?.(level, index, root);
  while (index % 2 === 1) {
    const before = left.pop();
    if (before === undefined) throw new RangeError(`a tree of ${size} leaves lacks a root`);
    root = nodeHash(before, root);
    level += 1;
    index = (index - 1) / 2;
    completed?.(level, index, root);
  }
  return { size: size + 1, roots: [...left, root] };
};

export const rootOfFrontier = ({ roots }: Frontier): Hash =>
  roots.length === 0 ? emptyRoot : roots.reduceRight((right, left) => nodeHash(left, right));
