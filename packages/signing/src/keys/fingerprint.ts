import { sha256 } from "#sha256";

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

/** Bytes one after the other. */
export const joined = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

/** A number as four bytes, big endian. */
export const int32Bytes = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value);
  return bytes;
};

/** Whether bytes are the same. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/**
 * A hash for a purpose with its multihash prefix, 34 bytes: SHA-256 over the purpose, four bytes
 * big endian, and the parts.
 */
export const purposedHash = (purpose: number, ...parts: ReadonlyArray<Uint8Array>): Uint8Array =>
  joined(MULTIHASH_PREFIX, sha256(joined(int32Bytes(purpose), ...parts)));

/** Bytes as lower-case hex. */
export const hexOf = (bytes: Uint8Array): string => {
  let hex = "";
  for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
  return hex;
};

/**
 * The fingerprint of a key: the hash of its bytes as 68 hex digits (interactive-submission 4.1).
 */
export const fingerprintOf = (keyBytes: Uint8Array): string =>
  hexOf(purposedHash(hashPurposes.publicKeyFingerprint, keyBytes));

const FINGERPRINT = /^1220[0-9a-f]{64}$/;

/** True for the text of a fingerprint. */
export const isFingerprint = (text: string): boolean => FINGERPRINT.test(text);
