import { hashPurposes, hexOf, int32Bytes, joined, purposedHash } from "../keys/fingerprint.js";

const lengthPrefixed = (hash: Uint8Array): Uint8Array => joined(int32Bytes(hash.length), hash);

/**
 * The hash of a topology transaction, 34 bytes with the multihash prefix (interactive-submission
 * 4.4).
 * @param versioned the bytes with the version around the transaction, exactly as they came
 */
export const topologyTransactionHash = (versioned: Uint8Array): Uint8Array =>
  purposedHash(hashPurposes.topologyTransaction, versioned);

/**
 * The hash of a set of topology transactions, 34 bytes; neither order nor repetition of the hashes
 * matters.
 */
export const multiHash = (hashes: ReadonlyArray<Uint8Array>): Uint8Array => {
  const byHex = new Map(hashes.map((hash) => [hexOf(hash), hash]));
  const sorted = [...byHex.keys()].toSorted().flatMap((hex) => byHex.get(hex) ?? []);
  const count = int32Bytes(sorted.length);
  return purposedHash(hashPurposes.multiTopologyTransaction, count, ...sorted.map(lengthPrefixed));
};
