import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { privateFile } from "@tallystick/background";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** The file of the data folder with the private key, PKCS #8 in PEM. */
export const signingKeyFile = "signing.key";

/** The DER prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const publicKeyPrefix = Buffer.from("302a300506032b6570032100", "hex");

/** Signs a participant's statements about its journal. */
export interface SigningKey {
  /** Ed25519, 64 hex digits. */
  readonly publicKey: string;
  /** The signature of a text, 128 hex digits. */
  readonly sign: (text: string) => string;
}

const signingKeyOf = (key: KeyObject): SigningKey => ({
  publicKey: createPublicKey(key)
    .export({ type: "spki", format: "der" })
    .subarray(publicKeyPrefix.length)
    .toString("hex"),
  sign: (text) => sign(null, Buffer.from(text, "utf8"), key).toString("hex"),
});

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

/** The DER prefix of the 32 bytes of a private Ed25519 key (RFC 8410). */
const privateKeyPrefix = Buffer.from("302e020100300506032b657004220420", "hex");

const keyOfSeed = (seed: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([privateKeyPrefix, Buffer.from(seed, "hex")]),
    format: "der",
    type: "pkcs8",
  });

const writeDurably = async (file: FileHandle, text: string): Promise<void> => {
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

const newKeyIn = async (path: string, seed: string): Promise<KeyObject> => {
  const key = keyOfSeed(seed);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const text = key.export({ type: "pkcs8", format: "pem" });
  await writeDurably(await open(path, flags, privateFile), text.toString());
  return key;
};

const heldIn = async (path: string, newSeed: () => string): Promise<KeyObject> => {
  try {
    return createPrivateKey(await readFile(path));
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
    return newKeyIn(path, newSeed());
  }
};

/** Why there is no key: its file cannot be read or written, or has other content. */
export interface SigningKeyError {
  readonly kind: "signing-key";
  readonly message: string;
}

const keyError = (message: string): Either<SigningKeyError, never> =>
  left({ kind: "signing-key", message });

/**
 * The participant's key in the data folder, which is generated when there is none; without a folder
 * the key is not stored.
 *
 * @param newSeed draws 64 random hex digits, of which a key is made
 */
export const signingKey = async (
  data: string | undefined,
  newSeed: () => string,
): Promise<Either<SigningKeyError, SigningKey>> => {
  if (data === undefined) return right(signingKeyOf(keyOfSeed(newSeed())));
  const path = join(data, signingKeyFile);
  try {
    const key = await heldIn(path, newSeed);
    return key.asymmetricKeyType === "ed25519"
      ? right(signingKeyOf(key))
      : keyError(`${path} contains no Ed25519 key`);
  } catch (thrown) {
    return keyError(`${path}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
};

const keyOfHex = (publicKey: string): KeyObject | undefined => {
  if (!/^[0-9a-f]{64}$/.test(publicKey)) return undefined;
  const der = Buffer.concat([publicKeyPrefix, Buffer.from(publicKey, "hex")]);
  return createPublicKey({ key: der, format: "der", type: "spki" });
};

/**
 * Whether a text was signed by the private half of a key.
 *
 * @param publicKey 64 hex digits
 * @param signature 128 hex digits
 */
export const isSignedBy = (publicKey: string, text: string, signature: string): boolean => {
  const key = keyOfHex(publicKey);
  return (
    key !== undefined &&
    /^[0-9a-f]{128}$/.test(signature) &&
    verify(null, Buffer.from(text, "utf8"), key, Buffer.from(signature, "hex"))
  );
};
