import { type Hash, hashBytes, isSameHash, nodeHash } from "./merkle-hash.js";
import { levelOf, rangeRoot, splitOf, type SubtreeRoots } from "./subtrees.js";

interface TreeSizes {
  readonly old: number;
  readonly new: number;
}

/** A tree's size and root. */
export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

const areSizes = (sizes: TreeSizes): boolean =>
  [sizes.old, sizes.new].every(Number.isSafeInteger) && sizes.old > 0 && sizes.old <= sizes.new;

/**
 * The hashes that prove that the tree of the new size begins with that of the old one (RFC 6962
 * 2.1.2).
 *
 * @throws {RangeError} unless 0 < old <= new
 */
export const consistencyPath = (sizes: TreeSizes, roots: SubtreeRoots): ReadonlyArray<Hash> => {
  if (!areSizes(sizes)) throw new RangeError(`no path from size ${sizes.old} to ${sizes.new}`);
  const path: Array<Hash> = [];
  let start = 0;
  let end = sizes.new;
  // the old tree is one whole subtree of the new one, which then need not be given
  let isWhole = true;
  while (sizes.old < end) {
    const middle = start + splitOf(end - start);
    if (sizes.old <= middle) {
      path.push(rangeRoot(middle, end, roots));
      end = middle;
    } else {
      path.push(rangeRoot(start, middle, roots));
      start = middle;
      isWhole = false;
    }
  }
  if (!isWhole) path.push(rangeRoot(start, end, roots));
  return path.toReversed();
};

/** True when the path proves that the newer tree begins with the older one (RFC 9162 2.1.4.2). */
export const isConsistent = (
  older: TreeHead,
  newer: TreeHead,
  path: ReadonlyArray<Hash>,
): boolean => {
  const sizes = { old: older.size, new: newer.size };
  if (!areSizes(sizes)) return false;
  if ([older.root, newer.root, ...path].some(({ length }) => length !== hashBytes)) return false;
  if (sizes.old === sizes.new) return path.length === 0 && isSameHash(older.root, newer.root);
  return path.length > 0 && leadsToBoth(older, newer, path);
};

const leadsToBoth = (older: TreeHead, newer: TreeHead, path: ReadonlyArray<Hash>): boolean => {
  const isSubtree = levelOf(older.size) !== undefined;
  const [first, ...rest] = isSubtree ? [older.root, ...path] : path;
  if (first === undefined) return false;
  let index = older.size - 1;
  let last = newer.size - 1;
  while (index % 2 === 1) [index, last] = [(index - 1) / 2, Math.floor(last / 2)];
  let oldRoot = first;
  let newRoot = first;
  for (const step of rest) {
    if (last === 0) return false;
    if (index % 2 === 1 || index === last) {
      oldRoot = nodeHash(step, oldRoot);
      newRoot = nodeHash(step, newRoot);
      while (index % 2 === 0 && index !== 0) [index, last] = [index / 2, Math.floor(last / 2)];
    } else {
      newRoot = nodeHash(newRoot, step);
    }
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSameHash(oldRoot, older.root) && isSameHash(newRoot, newer.root);
};
