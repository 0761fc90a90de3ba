import type { Either } from "fp-ts/lib/Either.js";
import { type KeyFormat, keySpecOfNumber, keySpecRules, keyUsages } from "../keys/key-spec.js";
import { type PublicKey, publicKeyFrom } from "../keys/public-key.js";
import type { SigningPublicKey } from "../messages/topology-transaction.js";
import { type SigningError, signingError } from "../keys/signing-error.js";

// the numbers of key formats in topology transactions, which differ from those of the ledger API
const FORMATS: ReadonlyMap<number, KeyFormat> = new Map([
  [2, "CRYPTO_KEY_FORMAT_DER"],
  [3, "CRYPTO_KEY_FORMAT_RAW"],
  [4, "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO"],
]);
const DER_X509_NUMBER = 4;

/**
 * The uses of the key of a party with one key, in the order the public node writes them
 * (interactive-submission 4.2).
 */
const PARTY_KEY_USAGE = [keyUsages.namespace, keyUsages.proofOfOwnership, keyUsages.protocol];

/** A party's key as a topology transaction carries it. */
export const topologyKeyOf = (key: PublicKey): SigningPublicKey => ({
  format: DER_X509_NUMBER,
  publicKey: key.der,
  usage: PARTY_KEY_USAGE,
  keySpec: keySpecRules[key.keySpec].number,
});

/** Checks a key of a topology transaction; the error says what is wrong with it. */
export const publicKeyOfTopology = (key: SigningPublicKey): Either<SigningError, PublicKey> => {
  const format = FORMATS.get(key.format);
  if (format === undefined)
    return signingError(`key format: found ${key.format}, expected 2, 3 or 4`);
  const keySpec = keySpecOfNumber(key.keySpec);
  return keySpec === undefined
    ? signingError(`key spec: found ${key.keySpec}, expected 1 to 4`)
    : publicKeyFrom(keySpec, format, key.publicKey);
};
