import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ProofError,
  type SignerKey,
  signatureType,
  signerKey,
  signerKeyOf,
  signerKeyText,
  type VerifierKey,
  verifierKeyOf,
  verifierKeyText,
} from "@tallystick/transparency";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { AuditError } from "./audited-journal.js";
import { ifThere } from "./missing-file.js";

const privateFile = 0o600;

const signerFile = (folder: string): string => join(folder, "checkpoint.key");
const verifierFile = (folder: string): string => join(folder, "checkpoint.key.pub");

/** What to do about a key that is lost. */
const wayOut = "restore the file from a copy, or move the folder away to start a new log";

const keyIn = <Key>(
  path: string,
  keyOf: (text: string) => Either<ProofError, Key>,
): Key | undefined => {
  const text = ifThere(path, () => readFileSync(path, "utf8"));
  if (text === undefined) return undefined;
  const key = keyOf(text.trim());
  if (isLeft(key)) throw new AuditError("unreadable", `${path}: ${key.left.message}; ${wayOut}`);
  return key.right;
};

/** The key of a log that signs. @throws {AuditError} when its file has none */
export const signerIn = (folder: string): SignerKey | undefined =>
  keyIn(signerFile(folder), signerKeyOf);

/**
 * The key of a log that verifies: that of the one that signs, else the one beside it, as a copy of
 * a log has it.
 *
 * @throws {AuditError} when neither file has one
 */
export const verifierIn = (folder: string): VerifierKey | undefined => {
  const beside = (): VerifierKey | undefined => keyIn(verifierFile(folder), verifierKeyOf);
  let key: SignerKey | undefined;
  try {
    key = signerIn(folder);
  } catch (thrown) {
    const verifier = beside();
    if (verifier === undefined) throw thrown;
    return verifier;
  }
  return key?.verifier ?? beside();
};

/** The key of earlier checkpoints is gone: one that others do not know cannot continue them. */
export const lostKey = (folder: string): AuditError =>
  new AuditError(
    "missing",
    `${signerFile(folder)}: expected the key of earlier checkpoints; ${wayOut}`,
  );

/** Makes a key and writes it, and next to it the one that verifies. */
export const newKeyIn = (folder: string, origin: string, seed: Uint8Array): SignerKey => {
  const key = signerKey(origin, signatureType.ed25519, seed);
  const file = openSync(signerFile(folder), "wx", privateFile);
  try {
    writeFileSync(file, `${signerKeyText(key)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const verifier = `${verifierKeyText(key.verifier)}\n`;
  writeFileSync(verifierFile(folder), verifier, { mode: privateFile });
  return key;
};
