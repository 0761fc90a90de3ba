/** The kinds of keys a party signs with (interactive-submission 3.3). */
export type KeySpec =
  | "SIGNING_KEY_SPEC_EC_CURVE25519"
  | "SIGNING_KEY_SPEC_EC_P256"
  | "SIGNING_KEY_SPEC_EC_P384"
  | "SIGNING_KEY_SPEC_EC_SECP256K1";

/** How a signature is computed. */
export type SigningAlgorithm =
  | "SIGNING_ALGORITHM_SPEC_ED25519"
  | "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256"
  | "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384";

/** How a signature is written. `RAW` is a legacy name of the one form that fits the algorithm. */
export type SignatureFormat =
  | "SIGNATURE_FORMAT_RAW"
  | "SIGNATURE_FORMAT_DER"
  | "SIGNATURE_FORMAT_CONCAT";

/** How a public key is written. */
export type KeyFormat =
  | "CRYPTO_KEY_FORMAT_DER"
  | "CRYPTO_KEY_FORMAT_RAW"
  | "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO";

/** What belongs to a kind of key. */
export interface KeySpecRules {
  /** The number on the wire. */
  readonly number: number;
  readonly algorithm: SigningAlgorithm;
  readonly signatureFormat: Exclude<SignatureFormat, "SIGNATURE_FORMAT_RAW">;
  /** The digest that ECDSA signs; null where the algorithm has its own. */
  readonly digest: "sha256" | "sha384" | null;
  /** The curve as node:crypto names it. */
  readonly curve: "ed25519" | "prime256v1" | "secp384r1" | "secp256k1";
}

/** The rules of each kind of key. */
export const keySpecRules: Readonly<Record<KeySpec, KeySpecRules>> = {
  SIGNING_KEY_SPEC_EC_CURVE25519: {
    number: 1,
    algorithm: "SIGNING_ALGORITHM_SPEC_ED25519",
    signatureFormat: "SIGNATURE_FORMAT_CONCAT",
    digest: null,
    curve: "ed25519",
  },
  SIGNING_KEY_SPEC_EC_P256: {
    number: 2,
    algorithm: "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256",
    signatureFormat: "SIGNATURE_FORMAT_DER",
    digest: "sha256",
    curve: "prime256v1",
  },
  SIGNING_KEY_SPEC_EC_P384: {
    number: 3,
    algorithm: "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384",
    signatureFormat: "SIGNATURE_FORMAT_DER",
    digest: "sha384",
    curve: "secp384r1",
  },
  SIGNING_KEY_SPEC_EC_SECP256K1: {
    number: 4,
    algorithm: "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256",
    signatureFormat: "SIGNATURE_FORMAT_DER",
    digest: "sha256",
    curve: "secp256k1",
  },
};

/** All kinds of keys in the order of their numbers. */
export const keySpecs: ReadonlyArray<KeySpec> = [
  "SIGNING_KEY_SPEC_EC_CURVE25519",
  "SIGNING_KEY_SPEC_EC_P256",
  "SIGNING_KEY_SPEC_EC_P384",
  "SIGNING_KEY_SPEC_EC_SECP256K1",
];

/** The kind of key with a number on the wire; undefined for any other number. */
export const keySpecOfNumber = (number: number): KeySpec | undefined =>
  keySpecs.find((spec) => keySpecRules[spec].number === number);

/** What a key may be used for, as numbers on the wire (interactive-submission 4.3). */
export const keyUsages = {
  namespace: 1,
  sequencerAuthentication: 3,
  protocol: 4,
  proofOfOwnership: 5,
} as const;
