import { base64Encode } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type ProofError, bytesOf, proofError } from "./proof-error.js";
import {
  isKeyName,
  isSignedBy,
  type SignerKey,
  signatureType,
  signBytes,
  type VerifierKey,
} from "./note-keys.js";

/** One line of signature under a note. */
interface NoteSignature {
  readonly name: string;
  /** 8 hex digits. */
  readonly id: string;
  /** What follows the key id. */
  readonly signature: Uint8Array;
}

/** A text and the signatures under it (C2SP signed-note). */
interface SignedNote {
  /** Ends with a line feed. */
  readonly text: string;
  readonly signatures: ReadonlyArray<NoteSignature>;
}

/** A signature that was verified. */
export interface VerifiedSignature {
  readonly key: VerifierKey;
  /** POSIX seconds at which a witness cosigned; absent for other signatures. */
  readonly time?: number;
}

/** Most bytes of a note that is read. */
const maxNoteBytes = 1_000_000;

/** Most signatures of a note that is read. */
const maxSignatures = 64;

const keyIdBytes = 4;
const timeBytes = 8;
const signatureBytes = 64;
const signatureForm = /^— (\S+) (\S+)$/;
const controlCharacters = /(?!\n)\p{Cc}/u;

/** Writes a note. */
export const noteText = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(signatureLine).join("")}`;

/** One line of signature, with its line feed. */
export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `— ${name} ${base64Encode(Buffer.concat([Buffer.from(id, "hex"), signature]))}\n`;

const signatureOf = (line: string): Either<ProofError, NoteSignature> => {
  const [, name = "", encoded = ""] = signatureForm.exec(line) ?? [];
  if (!isKeyName(name)) return proofError(`expected a signature "— <name> <Base64>"`);
  const bytes = bytesOf(encoded);
  if (isLeft(bytes)) return bytes;
  if (bytes.right.length <= keyIdBytes)
    return proofError(`expected a key id and a signature in the line of ${name}`);
  const id = Buffer.from(bytes.right.subarray(0, keyIdBytes)).toString("hex");
  return right({ name, id, signature: bytes.right.subarray(keyIdBytes) });
};

/** Reads lines of signatures, each with its line feed. */
export const signaturesOf = (lines: string): Either<ProofError, ReadonlyArray<NoteSignature>> => {
  if (lines === "" || !lines.endsWith("\n"))
    return proofError("expected lines of signatures, each ended by a line feed");
  const all = lines.slice(0, -1).split("\n");
  if (all.length > maxSignatures)
    return proofError(`expected at most ${maxSignatures} signatures, found ${all.length}`);
  const signatures: Array<NoteSignature> = [];
  for (const line of all) {
    const read = signatureOf(line);
    if (isLeft(read)) return read;
    signatures.push(read.right);
  }
  return right(signatures);
};

/** Reads a note as `noteText` writes it; verifies nothing. */
export const signedNoteOf = (note: string): Either<ProofError, SignedNote> => {
  if (Buffer.byteLength(note) > maxNoteBytes)
    return proofError(`expected a note of at most ${maxNoteBytes} bytes`);
  if (controlCharacters.test(note))
    return proofError("expected a note without control characters other than line feeds");
  const split = note.lastIndexOf("\n\n");
  if (split < 0) return proofError("expected a text, an empty line and signatures");
  const signatures = signaturesOf(note.slice(split + 2));
  return isLeft(signatures)
    ? signatures
    : right({ text: note.slice(0, split + 1), signatures: signatures.right });
};

const cosignedBytes = (time: number, text: string): Uint8Array =>
  Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);

/** Signs the text of a note. */
export const signNote = (text: string, { verifier, seed }: SignerKey): NoteSignature => ({
  name: verifier.name,
  id: verifier.id,
  signature: signBytes(seed, Buffer.from(text)),
});

/**
 * Cosigns a checkpoint as a witness: it has seen it at `time`, and it was consistent with all it
 * saw before (C2SP tlog-cosignature).
 *
 * @param time POSIX seconds
 */
export const cosignNote = (
  text: string,
  { verifier, seed }: SignerKey,
  time: number,
): NoteSignature => {
  const stamp = Buffer.alloc(timeBytes);
  stamp.writeBigUInt64BE(BigInt(time));
  const signature = signBytes(seed, cosignedBytes(time, text));
  return {
    name: verifier.name,
    id: verifier.id,
    signature: Buffer.concat([stamp, signature]),
  };
};

const verifiedBy = (
  text: string,
  signature: Uint8Array,
  key: VerifierKey,
): VerifiedSignature | undefined => {
  if (key.type === signatureType.ed25519) {
    const isValid =
      signature.length === signatureBytes &&
      isSignedBy(key.publicKey, Buffer.from(text), signature);
    return isValid ? { key } : undefined;
  }
  if (signature.length !== timeBytes + signatureBytes) return undefined;
  const time = Number(Buffer.from(signature).readBigUInt64BE(0));
  const signed = cosignedBytes(time, text);
  return Number.isSafeInteger(time) &&
    isSignedBy(key.publicKey, signed, signature.subarray(timeBytes))
    ? { key, time }
    : undefined;
};

/**
 * The signatures of a note that are by these keys. Signatures by others are passed over. Left: a
 * signature by one of the keys does not fit, or there is none by any of them.
 */
export const verifiedSignatures = (
  { text, signatures }: SignedNote,
  keys: ReadonlyArray<VerifierKey>,
): Either<ProofError, ReadonlyArray<VerifiedSignature>> => {
  const verified: Array<VerifiedSignature> = [];
  for (const { name, id, signature } of signatures) {
    const key = keys.find((each) => each.name === name && each.id === id);
    if (key === undefined) continue;
    const found = verifiedBy(text, signature, key);
    if (found === undefined) return proofError(`the signature of ${name} does not match the text`);
    if (!verified.some((each) => each.key === key)) verified.push(found);
  }
  if (verified.length > 0) return right(verified);
  return proofError(
    `expected a signature by ${keys.map(({ name, id }) => `${name} (${id})`).join(" or ")}, ` +
      `found ${signatures.map(({ name, id }) => `${name} (${id})`).join(", ")}`,
  );
};
