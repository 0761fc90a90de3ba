import { createCipheriv, createDecipheriv, scryptSync } from "node:crypto";
import { base64Decode, base64Encode } from "@tallystick/core";
import { chainW, type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { parse } from "fp-ts/lib/Json.js";
import * as t from "io-ts";
import { type PrivateKey, privateKeyDer, privateKeyFromDer } from "../keys/private-key.js";
import { type SigningError, signingError } from "../keys/signing-error.js";

/** How much work guessing a passphrase is: 128 MB and about half a second for each guess. */
const defaultScryptCost = 2 ** 17;
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
const MIN_COST = 2 ** 10;
const MAX_COST = 2 ** 20;
const KEY_LENGTH = 32;
const TAG_LENGTH = 16;
/** Bytes of the random salt and nonce that sealing takes. */
export const keyFileRandomBytes = { salt: 16, nonce: 12 } as const;
const CIPHER = "aes-256-gcm";
/** Longest file that is read. */
const MAX_FILE_LENGTH = 10_000;

const KeyFile = t.strict({
  version: t.literal(1),
  keySpec: t.string,
  /** SubjectPublicKeyInfo as DER, Base64. */
  publicKey: t.string,
  fingerprint: t.string,
  /** scrypt with r = 8 and p = 1. */
  scryptCost: t.number,
  salt: t.string,
  nonce: t.string,
  /**
   * PKCS #8 as DER under AES-256-GCM, the tag at its end; the fields above are authenticated with
   * it.
   */
  sealedKey: t.string,
});
/** A private key in a file: sealed with a passphrase, its public part readable. */
export type KeyFile = t.TypeOf<typeof KeyFile>;

const authenticated = ({ sealedKey: _sealedKey, ...rest }: KeyFile): Uint8Array =>
  Buffer.from(JSON.stringify(rest), "utf8");

// the same passphrase typed on two keyboards may have two spellings
const derivedKey = (passphrase: string, salt: Uint8Array, cost: number): Uint8Array =>
  scryptSync(passphrase.normalize("NFKC"), salt, KEY_LENGTH, {
    N: cost,
    r: BLOCK_SIZE,
    p: PARALLELISM,
    maxmem: 256 * BLOCK_SIZE * cost,
  });

/**
 * Seals a private key with a passphrase, as the text of a file.
 *
 * @param random a salt and a nonce that were never used before, of the lengths of {@link
 * keyFileRandomBytes}
 * @param scryptCost a power of two
 */
export const sealKey = (
  key: PrivateKey,
  passphrase: string,
  random: { readonly salt: Uint8Array; readonly nonce: Uint8Array },
  scryptCost: number = defaultScryptCost,
): string => {
  const { keySpec, der, fingerprint } = key.publicKey;
  const open: KeyFile = {
    version: 1,
    keySpec,
    publicKey: base64Encode(der),
    fingerprint,
    scryptCost,
    salt: base64Encode(random.salt),
    nonce: base64Encode(random.nonce),
    sealedKey: "",
  };
  const cipher = createCipheriv(
    CIPHER,
    derivedKey(passphrase, random.salt, scryptCost),
    random.nonce,
  );
  cipher.setAAD(authenticated(open));
  const sealed = Buffer.concat([cipher.update(privateKeyDer(key)), cipher.final()]);
  const sealedKey = base64Encode(Buffer.concat([sealed, cipher.getAuthTag()]));
  return `${JSON.stringify({ ...open, sealedKey }, null, 2)}\n`;
};

/** Reads the text of a key file, as far as it can be read without the passphrase. */
export const readKeyFile = (text: string): Either<SigningError, KeyFile> => {
  if (text.length > MAX_FILE_LENGTH)
    return signingError(`found ${text.length} characters, expected at most ${MAX_FILE_LENGTH}`);

  const file = pipe(parse(text), chainW(KeyFile.decode));
  if (isLeft(file)) return signingError("expected the JSON of a key file of version 1");

  const { scryptCost } = file.right;
  const isPower = Number.isInteger(Math.log2(scryptCost));
  return scryptCost >= MIN_COST && scryptCost <= MAX_COST && isPower
    ? right(file.right)
    : signingError(
        `scryptCost: found ${scryptCost}, expected a power of two from ${MIN_COST} to ${MAX_COST}`,
      );
};

const unsealed = (file: KeyFile, passphrase: string): Either<SigningError, Uint8Array> => {
  const [salt, nonce, sealed] = [file.salt, file.nonce, file.sealedKey].map(base64Decode);
  if (salt === undefined || nonce === undefined || sealed === undefined)
    return signingError("expected salt, nonce and sealedKey");

  if (isLeft(salt) || isLeft(nonce) || isLeft(sealed))
    return signingError("salt, nonce, sealedKey: expected standard Base64");

  if (nonce.right.length !== keyFileRandomBytes.nonce || sealed.right.length <= TAG_LENGTH)
    return signingError("nonce, sealedKey: unexpected length");

  try {
    const key = derivedKey(passphrase, salt.right, file.scryptCost);
    const cipher = createDecipheriv(CIPHER, key, nonce.right, { authTagLength: TAG_LENGTH });
    cipher.setAAD(authenticated({ ...file, sealedKey: "" }));
    cipher.setAuthTag(sealed.right.subarray(-TAG_LENGTH));
    return right(
      Buffer.concat([cipher.update(sealed.right.subarray(0, -TAG_LENGTH)), cipher.final()]),
    );
  } catch {
    return signingError("the passphrase is wrong, or the file was changed");
  }
};

/** Opens a key file with its passphrase. Left: why it does not open. */
export const openKeyFile = (text: string, passphrase: string): Either<SigningError, PrivateKey> => {
  const file = readKeyFile(text);
  if (isLeft(file)) return file;

  const der = unsealed(file.right, passphrase);
  if (isLeft(der)) return der;

  const key = privateKeyFromDer(der.right);
  if (isLeft(key)) return key;

  return key.right.publicKey.fingerprint === file.right.fingerprint
    ? key
    : signingError("fingerprint: does not match the key in the file");
};
