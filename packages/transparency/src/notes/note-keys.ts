import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";
import { base64Encode } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type ProofError, bytesOf, proofError } from "./proof-error.js";

/** Kinds of signatures on notes: Ed25519 over the text, and cosignature/v1 over time and text. */
export const signatureType = { ed25519: 0x01, cosignature: 0x04 } as const;

type SignatureType = (typeof signatureType)[keyof typeof signatureType];

/** Whose signatures on notes count (C2SP signed-note). */
export interface VerifierKey {
  /** Of a log its origin. */
  readonly name: string;
  /** 8 hex digits that follow from name, type and key. A hint which key to try, no proof. */
  readonly id: string;
  readonly type: SignatureType;
  /** An Ed25519 key, 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** A verifier key with its private half. */
export interface SignerKey {
  readonly verifier: VerifierKey;
  /** 32 bytes, the seed of RFC 8032. */
  readonly seed: Uint8Array;
}

const keyBytes = 32;
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex");
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex");

const privateObject = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: "der", type: "pkcs8" });

const publicObject = (key: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, key]), format: "der", type: "spki" });

/** Signs bytes with a seed: 64 bytes. */
export const signBytes = (seed: Uint8Array, bytes: Uint8Array): Uint8Array =>
  sign(null, bytes, privateObject(seed));

/** True when the signature over the bytes is by this Ed25519 key. */
export const isSignedBy = (key: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean =>
  verify(null, bytes, publicObject(key), signature);

const idOf = (name: string, type: SignatureType, publicKey: Uint8Array): string =>
  hash(
    "sha256",
    Buffer.concat([Buffer.from(`${name}\n`), Uint8Array.of(type), publicKey]),
    "hex",
  ).slice(0, 8);

/** The name of a key: not empty, without white space, `+` and control characters. */
export const isKeyName = (name: string): boolean => /^[^\s+\p{Cc}]+$/u.test(name);

const verifierKey = (name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey => ({
  name,
  id: idOf(name, type, publicKey),
  type,
  publicKey,
});

/** A signer key of its parts; `seed` are 32 random bytes. */
export const signerKey = (name: string, type: SignatureType, seed: Uint8Array): SignerKey => {
  const spki = createPublicKey(privateObject(seed)).export({ format: "der", type: "spki" });
  return { verifier: verifierKey(name, type, spki.subarray(-keyBytes)), seed };
};

/** Writes a key as `<name>+<id>+<Base64 of type and key>`. */
export const verifierKeyText = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${id}+${base64Encode(Buffer.concat([Uint8Array.of(type), publicKey]))}`;

const signerMark = "PRIVATE+KEY+";

/** Writes a key as `PRIVATE+KEY+<name>+<id>+<Base64 of type and seed>`. */
export const signerKeyText = ({ verifier: { name, id, type }, seed }: SignerKey): string =>
  `${signerMark}${name}+${id}+${base64Encode(Buffer.concat([Uint8Array.of(type), seed]))}`;

interface KeyParts {
  readonly name: string;
  readonly id: string;
  readonly type: SignatureType;
  readonly bytes: Uint8Array;
}

// Base64 has + too, so only the first two separate
const keyForm = /^([^+]*)\+([^+]*)\+(.*)$/s;

const keyParts = (text: string, expected: string): Either<ProofError, KeyParts> => {
  const [, name = "", id = "", encoded = ""] = keyForm.exec(text) ?? [];
  if (!isKeyName(name) || !/^[0-9a-f]{8}$/.test(id)) return proofError(`expected ${expected}`);
  const decoded = bytesOf(encoded);
  if (isLeft(decoded)) return decoded;
  const [first, ...bytes] = decoded.right;
  const type = Object.values(signatureType).find((each) => each === first);
  if (type === undefined || bytes.length !== keyBytes)
    return proofError("expected the type byte 1 or 4 and an Ed25519 key of 32 bytes in Base64");
  return right({ name, id, type, bytes: Uint8Array.from(bytes) });
};

/** Reads a key as `verifierKeyText` writes it. */
export const verifierKeyOf = (text: string): Either<ProofError, VerifierKey> => {
  const parts = keyParts(text, "a verifier key <name>+<id, 8 hex digits>+<Base64>");
  if (isLeft(parts)) return parts;
  const { name, id, type, bytes } = parts.right;
  const key = verifierKey(name, type, bytes);
  return key.id === id
    ? right(key)
    : proofError(`the id of the key "${name}" is ${key.id}, found ${id}`);
};

/** Reads a key as `signerKeyText` writes it. An error never shows the text. */
export const signerKeyOf = (text: string): Either<ProofError, SignerKey> => {
  const expected = "a signer key PRIVATE+KEY+<name>+<id, 8 hex digits>+<Base64>";
  if (!text.startsWith(signerMark)) return proofError(`expected ${expected}`);
  const parts = keyParts(text.slice(signerMark.length), expected);
  if (isLeft(parts)) return parts;
  const { name, id, type, bytes } = parts.right;
  const key = signerKey(name, type, bytes);
  return key.verifier.id === id
    ? right(key)
    : proofError(`the id of the key "${name}" does not match its seed`);
};
