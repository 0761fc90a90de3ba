import { base64Decode, invalidField, isFullPartyId, type LedgerError } from "@tallystick/core";
import {
  isFingerprint,
  keySpecRules,
  keySpecs,
  type KeyFormat,
  type PublicKey,
  publicKeyFrom,
  type Signature,
  type SignatureFormat,
  type SignaturesOfParty,
  type SigningAlgorithm,
} from "@tallystick/signing";
import type {
  SignatureWire,
  SigningPublicKeyWire,
  SinglePartySignaturesWire,
} from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

const signatureFormats: ReadonlyArray<SignatureFormat> = [
  "SIGNATURE_FORMAT_RAW",
  "SIGNATURE_FORMAT_DER",
  "SIGNATURE_FORMAT_CONCAT",
];
const keyFormats: ReadonlyArray<KeyFormat> = [
  "CRYPTO_KEY_FORMAT_DER",
  "CRYPTO_KEY_FORMAT_RAW",
  "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
];
const algorithms: ReadonlyArray<SigningAlgorithm> = [
  ...new Set(keySpecs.map((spec) => keySpecRules[spec].algorithm)),
];

const namedOf = <N extends string>(
  names: ReadonlyArray<N>,
  found: string,
  field: string,
): Either<LedgerError, N> => {
  const name = names.find((each) => each === found);
  return name === undefined
    ? left(
        invalidField(field, `found "${found.slice(0, 60)}", expected one of ${names.join(", ")}`),
      )
    : right(name);
};

const bytesOf = (base64: string, field: string): Either<LedgerError, Uint8Array> => {
  const bytes = base64Decode(base64);
  return isLeft(bytes) ? left(invalidField(field, bytes.left.reason)) : bytes;
};

/**
 * A signature of a request. Left INVALID_FIELD for a name that is none, and for a bad fingerprint.
 */
export const signatureOfWire = (
  wire: SignatureWire,
  field = "SinglePartySignatures.signature",
): Either<LedgerError, Signature> => {
  const format = namedOf(signatureFormats, wire.format, "format");
  if (isLeft(format)) return format;
  const algorithm = namedOf(algorithms, wire.signingAlgorithmSpec, "signing_algorithm_spec");
  if (isLeft(algorithm)) return algorithm;
  if (!isFingerprint(wire.signedBy)) {
    return left(
      invalidField(
        field,
        `found the fingerprint "${wire.signedBy.slice(0, 80)}", expected 1220 and 64 hex digits`,
      ),
    );
  }
  const bytes = bytesOf(wire.signature, field);
  return isLeft(bytes)
    ? bytes
    : right({
        format: format.right,
        algorithm: algorithm.right,
        signedBy: wire.signedBy,
        bytes: bytes.right,
      });
};

/** Several signatures of a request; the first error wins. */
export const signaturesOfWire = (
  wires: ReadonlyArray<SignatureWire>,
  field?: string,
): Either<LedgerError, ReadonlyArray<Signature>> => {
  const signatures: Array<Signature> = [];
  for (const wire of wires) {
    const signature = signatureOfWire(wire, field);
    if (isLeft(signature)) return signature;
    signatures.push(signature.right);
  }
  return right(signatures);
};

/** The signatures of all parties of a request. Left INVALID_FIELD. */
export const partySignaturesOfWire = (
  wires: ReadonlyArray<SinglePartySignaturesWire>,
): Either<LedgerError, ReadonlyArray<SignaturesOfParty>> => {
  const parties: Array<SignaturesOfParty> = [];
  for (const { party, signatures } of wires) {
    if (!isFullPartyId(party)) {
      return left(
        invalidField(
          "SinglePartySignatures.party",
          `found "${party.slice(0, 100)}", expected a party id <hint>::<fingerprint>`,
        ),
      );
    }
    const own = signaturesOfWire(signatures);
    if (isLeft(own)) return own;
    parties.push({ party, signatures: own.right });
  }
  return right(parties);
};

/** A public key of a request. Left INVALID_FIELD. */
export const publicKeyOfWire = (wire: SigningPublicKeyWire): Either<LedgerError, PublicKey> => {
  const format = namedOf(keyFormats, wire.format, "public_key.format");
  if (isLeft(format)) return format;
  const keySpec = namedOf(keySpecs, wire.keySpec, "public_key.key_spec");
  if (isLeft(keySpec)) return keySpec;
  const data = bytesOf(wire.keyData, "public_key.key_data");
  if (isLeft(data)) return data;
  const key = publicKeyFrom(keySpec.right, format.right, data.right);
  return isLeft(key) ? left(invalidField("public_key", key.left.message)) : key;
};
