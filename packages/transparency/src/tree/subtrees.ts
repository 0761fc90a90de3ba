import { emptyRoot, type Hash, nodeHash } from "./merkle-hash.js";

/**
 * Where a tree's hashes are kept: gives the root of the complete subtree of 2^level leaves that is
 * the `index`th of its level, counted from 0. Level 0 are the leaf hashes.
 */
export type SubtreeRoots = (level: number, index: number) => Hash;

/** The largest power of two below `size`, which must be at least 2 (RFC 6962 2.1). */
export const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** The `level` of which `size` is 2^level, or undefined when it is no power of two. */
export const levelOf = (size: number): number | undefined => {
  const level = Math.round(Math.log2(size));
  return 2 ** level === size ? level : undefined;
};

/**
 * The root over the leaves from `start` to before `end`, which must be a range that occurs in the
 * recursion of RFC 6962 2.1: it begins at a multiple of the greatest power of two within it.
 */
export const rangeRoot = (start: number, end: number, roots: SubtreeRoots): Hash => {
  const size = end - start;
  if (size === 0) return emptyRoot;
  const level = levelOf(size);
  if (level !== undefined) return roots(level, start / size);
  const middle = start + splitOf(size);
  return nodeHash(rangeRoot(start, middle, roots), rangeRoot(middle, end, roots));
};
