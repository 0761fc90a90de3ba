import { wirePartyId } from "../types/wire-ids.js";
import type { TypeOf } from "io-ts";
import { wireArray, wireBase64, wireObject, wireString } from "../types/wire-type.js";
import { defaulted, enumerated } from "../types/wire-field.js";
import { wireEnum } from "../types/wire-kinds.js";
import { SchemaType } from "../types/schema-type.js";

/** Names that the published schemas have as any text. */
const namesAsText = (name: string, first: string, ...more: ReadonlyArray<string>) =>
  new SchemaType<string>("string", { type: "string" }, wireEnum(name, first, ...more).read);

const keySpec = namesAsText(
  "SigningKeySpec",
  "SIGNING_KEY_SPEC_UNSPECIFIED",
  "SIGNING_KEY_SPEC_EC_CURVE25519",
  "SIGNING_KEY_SPEC_EC_P256",
  "SIGNING_KEY_SPEC_EC_P384",
  "SIGNING_KEY_SPEC_EC_SECP256K1",
);

const keyFormat = namesAsText(
  "CryptoKeyFormat",
  "CRYPTO_KEY_FORMAT_UNSPECIFIED",
  "CRYPTO_KEY_FORMAT_DER",
  "CRYPTO_KEY_FORMAT_RAW",
  "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
);

const signatureFormat = namesAsText(
  "SignatureFormat",
  "SIGNATURE_FORMAT_UNSPECIFIED",
  "SIGNATURE_FORMAT_RAW",
  "SIGNATURE_FORMAT_DER",
  "SIGNATURE_FORMAT_CONCAT",
  "SIGNATURE_FORMAT_SYMBOLIC",
);

const signingAlgorithmSpec = namesAsText(
  "SigningAlgorithmSpec",
  "SIGNING_ALGORITHM_SPEC_UNSPECIFIED",
  "SIGNING_ALGORITHM_SPEC_ED25519",
  "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256",
  "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384",
);

/** A signature (ledger-api 2.10). */
export const SignatureWire = wireObject(
  "Signature",
  {
    format: enumerated(signatureFormat, "SIGNATURE_FORMAT_UNSPECIFIED"),
    signature: defaulted(wireBase64, ""),
    signedBy: defaulted(wireString, ""),
    signingAlgorithmSpec: enumerated(signingAlgorithmSpec, "SIGNING_ALGORITHM_SPEC_UNSPECIFIED"),
  },
  ["format", "signature", "signedBy", "signingAlgorithmSpec"],
);
/** The decoded form of {@link SignatureWire}. */
export type SignatureWire = TypeOf<typeof SignatureWire>;

/** The signatures of one party. */
export const SinglePartySignaturesWire = wireObject(
  "SinglePartySignatures",
  { party: defaulted(wirePartyId, ""), signatures: defaulted(wireArray(SignatureWire), []) },
  ["party", "signatures"],
);
/** The decoded form of {@link SinglePartySignaturesWire}. */
export type SinglePartySignaturesWire = TypeOf<typeof SinglePartySignaturesWire>;

export const PartySignaturesWire = wireObject(
  "PartySignatures",
  { signatures: defaulted(wireArray(SinglePartySignaturesWire), []) },
  ["signatures"],
);

/** A public key. */
export const SigningPublicKeyWire = wireObject(
  "SigningPublicKey",
  {
    format: enumerated(keyFormat, "CRYPTO_KEY_FORMAT_UNSPECIFIED"),
    keyData: defaulted(wireBase64, ""),
    keySpec: enumerated(keySpec, "SIGNING_KEY_SPEC_UNSPECIFIED"),
  },
  ["format", "keyData", "keySpec"],
);
/** The decoded form of {@link SigningPublicKeyWire}. */
export type SigningPublicKeyWire = TypeOf<typeof SigningPublicKeyWire>;

/** A topology transaction with the signatures over it alone. */
export const SignedTransactionWire = wireObject(
  "SignedTransaction",
  {
    transaction: defaulted(wireBase64, ""),
    signatures: defaulted(wireArray(SignatureWire), []),
  },
  ["transaction"],
);
/** The decoded form of {@link SignedTransactionWire}. */
export type SignedTransactionWire = TypeOf<typeof SignedTransactionWire>;

/** How a prepared transaction is hashed. */
export const HashingSchemeVersionWire = wireEnum(
  "HashingSchemeVersion",
  "HASHING_SCHEME_VERSION_UNSPECIFIED",
  "HASHING_SCHEME_VERSION_V2",
  "HASHING_SCHEME_VERSION_V3",
);
/** The decoded form of {@link HashingSchemeVersionWire}. */
export type HashingSchemeVersionWire = TypeOf<typeof HashingSchemeVersionWire>;
