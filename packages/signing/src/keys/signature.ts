import { verify } from "node:crypto";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { type SignatureFormat, type SigningAlgorithm, keySpecRules } from "./key-spec.js";
import type { PublicKey } from "./public-key.js";

/** A signature as clients send it (interactive-submission 3.3). */
export interface Signature {
  readonly format: SignatureFormat;
  readonly bytes: Uint8Array;
  /** The fingerprint of the key. */
  readonly signedBy: string;
  readonly algorithm: SigningAlgorithm;
}

/** Why a signature does not count. */
export type SignatureError =
  | { readonly kind: "other key"; readonly signedBy: string; readonly expected: string }
  | {
      readonly kind: "other algorithm";
      readonly found: SigningAlgorithm;
      readonly expected: SigningAlgorithm;
    }
  | {
      readonly kind: "other format";
      readonly found: SignatureFormat;
      readonly expected: SignatureFormat;
    }
  | { readonly kind: "invalid signature" };

/** Longest signature that is looked at; one of P-384 has at most 104 bytes. */
const MAX_SIGNATURE_BYTES = 256;

const isValid = (key: PublicKey, message: Uint8Array, bytes: Uint8Array): boolean => {
  if (bytes.length > MAX_SIGNATURE_BYTES) return false;
  try {
    return verify(keySpecRules[key.keySpec].digest, message, key.keyObject, bytes);
  } catch {
    // bytes that are no signature at all
    return false;
  }
};

/**
 * Checks a signature of a message.
 * @param message what was signed: 32 bytes of a prepared transaction's hash, or 34 of a topology
 * hash
 * @returns why the signature does not count
 */
export const verifySignature = (
  key: PublicKey,
  message: Uint8Array,
  signature: Signature,
): Either<SignatureError, void> => {
  const rules = keySpecRules[key.keySpec];
  if (signature.signedBy !== key.fingerprint)
    return left({ kind: "other key", signedBy: signature.signedBy, expected: key.fingerprint });
  if (signature.algorithm !== rules.algorithm) {
    return left({
      kind: "other algorithm",
      found: signature.algorithm,
      expected: rules.algorithm,
    });
  }
  const isLegacy = signature.format === "SIGNATURE_FORMAT_RAW";
  if (!isLegacy && signature.format !== rules.signatureFormat) {
    return left({
      kind: "other format",
      found: signature.format,
      expected: rules.signatureFormat,
    });
  }
  return isValid(key, message, signature.bytes)
    ? right(undefined)
    : left({ kind: "invalid signature" });
};
