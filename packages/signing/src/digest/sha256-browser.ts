import { sha256 as digest } from "@noble/hashes/sha2.js";

/**
 * SHA-256, 32 bytes, in a browser: WebCrypto has it as a promise only, and a transaction has a hash
 * for each of its nodes.
 */
export const sha256 = (bytes: Uint8Array): Uint8Array => digest(bytes);
