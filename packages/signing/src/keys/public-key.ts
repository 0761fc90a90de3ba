import { type KeyObject, createPublicKey } from "node:crypto";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { isUsableEd25519Key } from "./ed25519-point.js";
import { fingerprintOf } from "./fingerprint.js";
import { type KeyFormat, type KeySpec, keySpecRules } from "./key-spec.js";
import { type SigningError, signingError } from "./signing-error.js";

/** A public key that was checked. */
export interface PublicKey {
  readonly keySpec: KeySpec;
  /** The SubjectPublicKeyInfo as DER. */
  readonly der: Uint8Array;
  readonly fingerprint: string;
  readonly keyObject: KeyObject;
}

/** What comes before the 32 bytes in the SubjectPublicKeyInfo of an Ed25519 key. */
const ED25519_SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const ED25519_LENGTH = 32;
const ED25519_SPKI_LENGTH = ED25519_SPKI_PREFIX.length + ED25519_LENGTH;
/** Longest SubjectPublicKeyInfo of the curves that are supported, with some room. */
const MAX_KEY_BYTES = 256;

/** The 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo. */
export const rawEd25519Key = (der: Uint8Array): Uint8Array => der.subarray(-ED25519_LENGTH);

/** The SubjectPublicKeyInfo of an Ed25519 key of 32 bytes. */
export const ed25519Spki = (raw: Uint8Array): Uint8Array =>
  Uint8Array.from([...ED25519_SPKI_PREFIX, ...raw]);

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const curveOf = (key: KeyObject): string | undefined =>
  key.asymmetricKeyType === "ec" ? key.asymmetricKeyDetails?.namedCurve : key.asymmetricKeyType;

const derOf = (
  keySpec: KeySpec,
  format: KeyFormat,
  keyData: Uint8Array,
): Either<SigningError, Uint8Array> => {
  const isEd25519 = keySpec === "SIGNING_KEY_SPEC_EC_CURVE25519";
  switch (format) {
    case "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO":
      return right(keyData);
    case "CRYPTO_KEY_FORMAT_RAW":
      if (!isEd25519)
        return signingError(`key format RAW: expected an Ed25519 key, found ${keySpec}`);
      return keyData.length === ED25519_LENGTH
        ? right(ed25519Spki(keyData))
        : signingError(`key: found ${keyData.length} bytes, expected ${ED25519_LENGTH}`);
    case "CRYPTO_KEY_FORMAT_DER":
      // the legacy form of the NIST curves, which is the same bytes
      return isEd25519 || keySpec === "SIGNING_KEY_SPEC_EC_SECP256K1"
        ? signingError(`key format DER: expected a P-256 or P-384 key, found ${keySpec}`)
        : right(keyData);
  }
};

const parsed = (der: Uint8Array): Either<SigningError, KeyObject> => {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
    // one key has one text: a second encoding would give it a second fingerprint
    return sameBytes(key.export({ format: "der", type: "spki" }), der)
      ? right(key)
      : signingError("key: expected the canonical DER of a SubjectPublicKeyInfo");
  } catch {
    return signingError("key: expected the DER of a SubjectPublicKeyInfo");
  }
};

/**
 * Reads a public key (interactive-submission 3.3).
 * @returns the key, or why it is none of this kind; points that are not on the curve are an error
 */
export const publicKeyFrom = (
  keySpec: KeySpec,
  format: KeyFormat,
  keyData: Uint8Array,
): Either<SigningError, PublicKey> => {
  if (keyData.length > MAX_KEY_BYTES)
    return signingError(`key: found ${keyData.length} bytes, expected at most ${MAX_KEY_BYTES}`);
  const der = derOf(keySpec, format, keyData);
  if (isLeft(der)) return der;
  const key = parsed(der.right);
  if (isLeft(key)) return key;
  const { curve } = keySpecRules[keySpec];
  if (curveOf(key.right) !== curve)
    return signingError(`key: found the curve ${curveOf(key.right) ?? "?"}, expected ${curve}`);
  const isEd25519 = curve === "ed25519";
  if (isEd25519 && der.right.length !== ED25519_SPKI_LENGTH)
    return signingError(`key: found ${der.right.length} bytes, expected ${ED25519_SPKI_LENGTH}`);
  if (isEd25519 && !isUsableEd25519Key(rawEd25519Key(der.right)))
    return signingError("key: not a point of the curve that can sign");
  const fingerprint = fingerprintOf(isEd25519 ? rawEd25519Key(der.right) : der.right);
  return right({ keySpec, der: Uint8Array.from(der.right), fingerprint, keyObject: key.right });
};
