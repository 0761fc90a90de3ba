import { hash } from "node:crypto";

/** A SHA-256 hash, 32 bytes. */
export type Hash = Uint8Array;

/** Bytes in a hash. */
export const hashBytes = 32;

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

const sha256 = (...parts: ReadonlyArray<Uint8Array>): Hash =>
  hash("sha256", Buffer.concat(parts), "buffer");

/** The root of the tree without leaves: the SHA-256 of nothing. */
export const emptyRoot: Hash = sha256();

/** The hash of a leaf with this entry (RFC 6962 2.1). */
export const leafHash = (entry: Uint8Array): Hash => sha256(leafPrefix, entry);

/** The hash of an inner node (RFC 6962 2.1). */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(nodePrefix, left, right);

/** True when two hashes are the same bytes. */
export const isSameHash = (a: Hash, b: Hash): boolean => Buffer.compare(a, b) === 0;
