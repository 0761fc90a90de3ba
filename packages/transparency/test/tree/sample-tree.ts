import { emptyFrontier, rootOfFrontier, withLeaf } from "../../src/tree/frontier.js";
import { type Hash, leafHash, nodeHash } from "../../src/tree/merkle-hash.js";
import { splitOf, type SubtreeRoots } from "../../src/tree/subtrees.js";

/** The entries of the published test vectors of RFC 6962 logs, in hexadecimal digits. */
export const sampleEntries: ReadonlyArray<string> = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];

/** Leaf hashes of the published entries. */
export const sampleLeaves: ReadonlyArray<Hash> = sampleEntries.map((entry) =>
  leafHash(Buffer.from(entry, "hex")),
);

/** Leaf hashes of a made-up log. */
export const leavesOf = (count: number): ReadonlyArray<Hash> =>
  Array.from({ length: count }, (_, index) => leafHash(Buffer.from(`entry ${index}`)));

/** The root as the definition has it, by recursion (RFC 6962 2.1). */
export const naiveRoot = (leaves: ReadonlyArray<Hash>): Hash => {
  const [first] = leaves;
  if (first === undefined || leaves.length < 2) return first ?? rootOfFrontier(emptyFrontier);
  const split = splitOf(leaves.length);
  return nodeHash(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
};

/** Roots of complete subtrees, computed when asked for. */
export const subtreesOf =
  (leaves: ReadonlyArray<Hash>): SubtreeRoots =>
  (level, index) =>
    naiveRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));

/** The root of the tree over these leaves, grown leaf by leaf. */
export const grownRoot = (leaves: ReadonlyArray<Hash>): Hash =>
  rootOfFrontier(leaves.reduce((tree, leaf) => withLeaf(tree, leaf), emptyFrontier));

/** Hashes as hexadecimal digits. */
export const hex = (hashes: ReadonlyArray<Hash>): ReadonlyArray<string> =>
  hashes.map((each) => Buffer.from(each).toString("hex"));
