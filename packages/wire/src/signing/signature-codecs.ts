import { wirePartyId } from "../types/wire-ids.js";
import type { TypeOf } from "io-ts";
import {
  defaulted,
  required,
  wireArray,
  wireBase64,
  wireObject,
  wireString,
} from "../types/wire-type.js";
import { wireEnum } from "../types/wire-kinds.js";
import { SchemaType } from "../types/schema-type.js";

/** Names that the published schemas have as any text. */
const keySpec: SchemaType<string> = new SchemaType<string>(
  "string",
  { type: "string" },
  wireEnum(
    "SigningKeySpec",
    "SIGNING_KEY_SPEC_UNSPECIFIED",
    "SIGNING_KEY_SPEC_EC_CURVE25519",
    "SIGNING_KEY_SPEC_EC_P256",
    "SIGNING_KEY_SPEC_EC_P384",
    "SIGNING_KEY_SPEC_EC_SECP256K1",
  ).read,
);

/** A signature (ledger-api 2.10). The names are checked later. */
export const SignatureWire = wireObject("Signature", {
  format: required(wireString),
  signature: required(wireBase64),
  signedBy: required(wireString),
  signingAlgorithmSpec: required(wireString),
});
/** The decoded form of {@link SignatureWire}. */
export type SignatureWire = TypeOf<typeof SignatureWire>;

/** The signatures of one party. */
export const SinglePartySignaturesWire = wireObject("SinglePartySignatures", {
  party: required(wirePartyId),
  signatures: required(wireArray(SignatureWire)),
});
/** The decoded form of {@link SinglePartySignaturesWire}. */
export type SinglePartySignaturesWire = TypeOf<typeof SinglePartySignaturesWire>;

/** The signatures of all parties. */
export const PartySignaturesWire = wireObject("PartySignatures", {
  signatures: required(wireArray(SinglePartySignaturesWire)),
});

/** A public key. */
export const SigningPublicKeyWire = wireObject(
  "SigningPublicKey",
  {
    format: defaulted(wireString, ""),
    keyData: defaulted(wireBase64, ""),
    keySpec: defaulted(keySpec, "SIGNING_KEY_SPEC_UNSPECIFIED"),
  },
  ["format", "keyData", "keySpec"],
);
/** The decoded form of {@link SigningPublicKeyWire}. */
export type SigningPublicKeyWire = TypeOf<typeof SigningPublicKeyWire>;

/** A topology transaction with the signatures over it alone. */
export const SignedTransactionWire = wireObject("SignedTransaction", {
  transaction: required(wireBase64),
  signatures: defaulted(wireArray(SignatureWire), []),
});
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
