import { type KeyObject, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type KeySpec, keySpecRules, keySpecs } from "./key-spec.js";
import { type PublicKey, publicKeyFrom } from "./public-key.js";
import type { Signature } from "./signature.js";
import { type SigningError, signingError } from "./signing-error.js";

/** A private key with its public one. */
export interface PrivateKey {
  readonly publicKey: PublicKey;
  readonly keyObject: KeyObject;
}

const curveOf = (key: KeyObject): string | undefined =>
  key.asymmetricKeyType === "ec" ? key.asymmetricKeyDetails?.namedCurve : key.asymmetricKeyType;

const keySpecOf = (key: KeyObject): KeySpec | undefined =>
  keySpecs.find((spec) => keySpecRules[spec].curve === curveOf(key));

/**
 * A private key from one of node:crypto. The error names the kind of key when it is not one that
 * parties sign with.
 */
export const privateKeyFrom = (keyObject: KeyObject): Either<SigningError, PrivateKey> => {
  if (keyObject.type !== "private") return signingError(`key: found a ${keyObject.type} key`);
  const keySpec = keySpecOf(keyObject);
  if (keySpec === undefined) {
    return signingError(
      `key: found ${curveOf(keyObject) ?? "an unknown kind"}, expected a curve for signatures`,
    );
  }
  const der = createPublicKey(keyObject).export({ format: "der", type: "spki" });
  const publicKey = publicKeyFrom(
    keySpec,
    "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
    der,
  );
  return isLeft(publicKey) ? publicKey : right({ publicKey: publicKey.right, keyObject });
};

/** A private key from PKCS #8 as DER. */
export const privateKeyFromDer = (der: Uint8Array): Either<SigningError, PrivateKey> => {
  try {
    return privateKeyFrom(
      createPrivateKey({ key: Buffer.from(der), format: "der", type: "pkcs8" }),
    );
  } catch {
    return signingError("key: expected the DER of a PKCS #8 private key");
  }
};

/** A private key as the DER of PKCS #8. */
export const privateKeyDer = (key: PrivateKey): Uint8Array =>
  key.keyObject.export({ format: "der", type: "pkcs8" });

/** Signs a message in the form that the key's kind has (interactive-submission 3.3). */
export const signMessage = (key: PrivateKey, message: Uint8Array): Signature => {
  const rules = keySpecRules[key.publicKey.keySpec];
  return {
    format: rules.signatureFormat,
    bytes: sign(rules.digest, message, key.keyObject),
    signedBy: key.publicKey.fingerprint,
    algorithm: rules.algorithm,
  };
};
