import {
  base64Decode,
  invalidArgument,
  invalidField,
  isFullPartyId,
  type LedgerError,
} from "@tallystick/core";
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
import { sequenceS } from "fp-ts/lib/Apply.js";
import {
  Apply,
  type Either,
  isLeft,
  left,
  map,
  mapLeft,
  right,
  traverseArray,
} from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";

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

const formatOf = (name: string): Either<LedgerError, SignatureFormat> => {
  const format = signatureFormats.find((each) => each === name);
  if (format !== undefined) return right(format);
  const reason =
    name === "SIGNATURE_FORMAT_UNSPECIFIED"
      ? "Signature format must be specified"
      : `Signing algorithm spec ${name} not supported`;
  return left(invalidField("format", reason));
};

const algorithmOf = (name: string, field: string): Either<LedgerError, SigningAlgorithm> => {
  const algorithm = algorithms.find((each) => each === name);
  return algorithm === undefined
    ? left(invalidField(field, `Signing algorithm spec ${name} not supported`))
    : right(algorithm);
};

const bytesOf = (base64: string, field: string): Either<LedgerError, Uint8Array> =>
  pipe(
    base64Decode(base64),
    mapLeft(({ reason }) => invalidField(field, reason)),
  );

/** A signature of a request. Left INVALID_FIELD for an unknown name, and for a bad fingerprint. */
export const signatureOfWire = (
  wire: SignatureWire,
  field = "SinglePartySignatures.signature",
): Either<LedgerError, Signature> =>
  sequenceS(Apply)({
    format: formatOf(wire.format),
    algorithm: algorithmOf(wire.signingAlgorithmSpec, field),
    signedBy: fingerprintOf(wire.signedBy, field),
    bytes: bytesOf(wire.signature, field),
  });

const fingerprintOf = (text: string, field: string): Either<LedgerError, string> =>
  isFingerprint(text)
    ? right(text)
    : left(
        invalidField(
          field,
          `found the fingerprint "${text.slice(0, 80)}", expected 1220 and 64 hex digits`,
        ),
      );

/** Several signatures of a request; the first error wins. */
export const signaturesOfWire = (
  wires: ReadonlyArray<SignatureWire>,
  field?: string,
): Either<LedgerError, ReadonlyArray<Signature>> =>
  traverseArray((wire: SignatureWire) => signatureOfWire(wire, field))(wires);

/** The signatures of all parties of a request. Left INVALID_FIELD. */
export const partySignaturesOfWire: (
  wires: ReadonlyArray<SinglePartySignaturesWire>,
) => Either<LedgerError, ReadonlyArray<SignaturesOfParty>> = traverseArray(
  ({ party, signatures }) =>
    isFullPartyId(party)
      ? pipe(
          signaturesOfWire(signatures),
          map((own) => ({ party, signatures: own })),
        )
      : left(
          invalidField(
            "SinglePartySignatures.party",
            `found "${party.slice(0, 100)}", expected a party id <hint>::<fingerprint>`,
          ),
        ),
);

/** A public key of a request. Left INVALID_FIELD. */
export const publicKeyOfWire = (wire: SigningPublicKeyWire): Either<LedgerError, PublicKey> => {
  const format = namedOf(keyFormats, wire.format, "public_key.format");
  if (isLeft(format)) return format;
  const keySpec = namedOf(keySpecs, wire.keySpec, "public_key.key_spec");
  if (isLeft(keySpec)) return keySpec;
  const data = bytesOf(wire.keyData, "public_key.key_data");
  if (isLeft(data)) return data;
  const key = publicKeyFrom(keySpec.right, format.right, data.right);
  return isLeft(key) ? left(invalidArgument(key.left.message, "publicKey")) : key;
};
