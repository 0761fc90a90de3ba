import { createHash } from "node:crypto";

/**
 * What a hash is for; part of what is hashed, so that no hash serves two purposes
 * (interactive-submission 4).
 */
export const hashPurposes = {
  topologyTransaction: 11,
  publicKeyFingerprint: 12,
  multiTopologyTransaction: 55,
} as const;

/** SHA-256 as a multihash: its code and its length. */
const MULTIHASH_PREFIX = Uint8Array.of(0x12, 0x20);

/**
 * A hash for a purpose with its multihash prefix, 34 bytes: SHA-256 over the purpose, four bytes
 * big endian, and the parts.
 */
export const purposedHash = (purpose: number, ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const first = Buffer.alloc(4);
  first.writeInt32BE(purpose);
  const hash = createHash("sha256").update(first);
  for (const part of parts) hash.update(part);
  return Uint8Array.from([...MULTIHASH_PREFIX, ...hash.digest()]);
};

/** Bytes as lower-case hex. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/**
 * The fingerprint of a key: the hash of its bytes as 68 hex digits (interactive-submission 4.1).
 */
export const fingerprintOf = (keyBytes: Uint8Array): string =>
  hexOf(purposedHash(hashPurposes.publicKeyFingerprint, keyBytes));

const FINGERPRINT = /^1220[0-9a-f]{64}$/;

/** True for the text of a fingerprint. */
export const isFingerprint = (text: string): boolean => FINGERPRINT.test(text);
