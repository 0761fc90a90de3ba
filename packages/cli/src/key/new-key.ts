import { generateKeyPairSync, randomBytes } from "node:crypto";
import {
  keyFileRandomBytes,
  type KeySpec,
  keySpecRules,
  type PrivateKey,
  privateKeyFrom,
  sealKey,
  type SigningError,
} from "@tallystick/signing";
import type { Either } from "fp-ts/lib/Either.js";

/** The kinds of keys by the names that the command takes. */
export const keyKinds: ReadonlyMap<string, KeySpec> = new Map([
  ["ed25519", "SIGNING_KEY_SPEC_EC_CURVE25519"],
  ["p256", "SIGNING_KEY_SPEC_EC_P256"],
  ["secp256k1", "SIGNING_KEY_SPEC_EC_SECP256K1"],
]);

/** A new private key from the operating system's generator. */
export const newPrivateKey = (spec: KeySpec): Either<SigningError, PrivateKey> => {
  const { curve } = keySpecRules[spec];
  const { privateKey } =
    curve === "ed25519"
      ? generateKeyPairSync("ed25519")
      : generateKeyPairSync("ec", { namedCurve: curve });
  return privateKeyFrom(privateKey);
};

/** The text of a key file, sealed with a fresh salt and nonce. */
export const sealedKeyFile = (key: PrivateKey, passphrase: string, scryptCost?: number): string =>
  sealKey(
    key,
    passphrase,
    {
      salt: randomBytes(keyFileRandomBytes.salt),
      nonce: randomBytes(keyFileRandomBytes.nonce),
    },
    scryptCost,
  );
