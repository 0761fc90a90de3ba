import { fingerprintOf } from "@tallystick/signing/browser";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type BackupFieldError,
  type BackupFile,
  authenticatedBytes,
  backupBytes,
  backupText,
  readBackupFile,
} from "./backup-file.js";
import type { OwnBytes } from "./base64.js";
import { type CustodyKey, type NewKey, importPrivateKey, isPair } from "./custody-key.js";
import { messages } from "./messages.js";

/** Fewest characters of the passphrase of a backup. */
export const minPassphraseLength = 12;

const iterations = 600_000;

/** Why a backup cannot be restored. */
type BackupError =
  | BackupFieldError
  /** Another passphrase, or a changed file: the two cannot be told apart. */
  | { readonly kind: "wrong passphrase" }
  | { readonly kind: "other key" };

const cipherKey = async (
  subtle: SubtleCrypto,
  passphrase: string,
  salt: OwnBytes,
  rounds: number,
): Promise<CryptoKey> => {
  // one passphrase has one form, whichever keyboard typed it
  const secret = Uint8Array.from(new TextEncoder().encode(passphrase.normalize("NFKC")));
  const base = await subtle.importKey("raw", secret, "PBKDF2", false, ["deriveKey"]);
  const derivation = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  const cipher = { name: "AES-GCM", length: 256 };
  return subtle.deriveKey(derivation, base, cipher, false, ["encrypt", "decrypt"]);
};

/**
 * The backup of a key that was just made, as the text of a file. Overwrites the private bytes.
 * @param passphrase at least `minPassphraseLength` characters
 * @param random bytes from a source that no one can foresee
 */
export const sealBackup = async (
  subtle: SubtleCrypto,
  { key, pkcs8 }: NewKey,
  passphrase: string,
  random: (count: number) => OwnBytes,
): Promise<string> => {
  const [salt, nonce] = [random(backupBytes.salt), random(backupBytes.nonce)];
  const header = { publicKey: key.publicKey, iterations, salt, nonce };
  const secret = await cipherKey(subtle, passphrase, salt, iterations);
  const cipher = { name: "AES-GCM", iv: nonce, additionalData: authenticatedBytes(header) };
  const sealed = new Uint8Array(await subtle.encrypt(cipher, secret, pkcs8));
  pkcs8.fill(0);
  return backupText({ ...header, sealed });
};

const opened = async (
  subtle: SubtleCrypto,
  file: BackupFile,
  passphrase: string,
): Promise<OwnBytes | undefined> => {
  const { salt, nonce, sealed } = file;
  const secret = await cipherKey(subtle, passphrase, salt, file.iterations);
  const cipher = { name: "AES-GCM", iv: nonce, additionalData: authenticatedBytes(file) };
  try {
    return new Uint8Array(await subtle.decrypt(cipher, secret, sealed));
  } catch {
    return undefined;
  }
};

/** The key of a backup, again not extractable. */
export const openBackup = async (
  subtle: SubtleCrypto,
  text: string,
  passphrase: string,
): Promise<Either<BackupError, CustodyKey>> => {
  const file = readBackupFile(text);
  if (isLeft(file)) return file;
  const pkcs8 = await opened(subtle, file.right, passphrase);
  if (pkcs8 === undefined) return left({ kind: "wrong passphrase" });
  const { publicKey } = file.right;
  try {
    const privateKey = await importPrivateKey(subtle, pkcs8);
    const key = { fingerprint: fingerprintOf(publicKey), publicKey, privateKey };
    return (await isPair(subtle, key)) ? right(key) : left({ kind: "other key" });
  } catch {
    return left({ kind: "other key" });
  } finally {
    pkcs8.fill(0);
  }
};

/** A sentence for the person who restores. */
export const backupErrorText = (error: BackupError): string => {
  switch (error.kind) {
    case "malformed":
      return messages.backup.none(error);
    case "wrong passphrase":
      return messages.backup.wrongPassphrase;
    case "other key":
      return messages.backup.otherKey;
  }
};
