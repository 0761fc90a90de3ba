import { type Hash, hashBytes, isSameHash, nodeHash } from "./merkle-hash.js";
import { rangeRoot, splitOf, type SubtreeRoots } from "./subtrees.js";

export interface LeafPlace {
  /** Counted from 0. */
  readonly index: number;
  readonly size: number;
}

const isPlace = ({ index, size }: LeafPlace): boolean =>
  Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;

/**
 * The hashes that lead from a leaf to the root, from the leaf up (RFC 6962 2.1.1).
 *
 * @throws {RangeError} when the place is not in the tree
 */
export const inclusionPath = (place: LeafPlace, roots: SubtreeRoots): ReadonlyArray<Hash> => {
  if (!isPlace(place))
    throw new RangeError(`leaf ${place.index} is not in a tree of ${place.size}`);
  const path: Array<Hash> = [];
  let start = 0;
  let end = place.size;
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (place.index < middle) {
      path.push(rangeRoot(middle, end, roots));
      end = middle;
    } else {
      path.push(rangeRoot(start, middle, roots));
      start = middle;
    }
  }
  return path.toReversed();
};

/**
 * The root that a path leads to from the leaf at this place (RFC 9162 2.1.3.2), or undefined when
 * a path from there has another length.
 */
export const rootOfPath = (
  place: LeafPlace,
  leaf: Hash,
  path: ReadonlyArray<Hash>,
): Hash | undefined => {
  if (!isPlace(place)) return undefined;
  if ([leaf, ...path].some(({ length }) => length !== hashBytes)) return undefined;
  let index = place.index;
  let last = place.size - 1;
  let reached = leaf;
  for (const step of path) {
    if (last === 0) return undefined;
    if (index % 2 === 0 && index !== last) {
      reached = nodeHash(reached, step);
    } else {
      reached = nodeHash(step, reached);
      // the right edge of the tree has no sibling on the levels between
      while (index % 2 === 0 && index !== 0) [index, last] = [index / 2, Math.floor(last / 2)];
    }
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  return last === 0 ? reached : undefined;
};

/**
 * True when the path leads from the leaf at this place to the root. A path does not bind the size:
 * size and root must come from one checkpoint.
 */
export const isIncluded = (
  place: LeafPlace,
  leaf: Hash,
  path: ReadonlyArray<Hash>,
  root: Hash,
): boolean => {
  const reached = rootOfPath(place, leaf, path);
  return reached !== undefined && isSameHash(reached, root);
};
