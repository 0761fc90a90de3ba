import { createHash } from "node:crypto";
import { base64Encode } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { isConsistent, type TreeHead } from "../tree/consistency.js";
import { type Hash, hashBytes, isSameHash } from "../tree/merkle-hash.js";
import { checkpointOf } from "./checkpoint.js";
import type { SignerKey, VerifierKey } from "./note-keys.js";
import { openCheckpoint } from "./opened-checkpoint.js";
import { bytesOf, type ProofError, proofError } from "./proof-error.js";
import { cosignNote, signatureLine, signedNoteOf } from "./signed-note.js";
import { logAlone } from "./witness-policy.js";

/** What a log asks of a witness: to cosign a checkpoint (C2SP tlog-witness). */
export interface WitnessRequest {
  /** The size of the last checkpoint that the witness cosigned; 0 for none. */
  readonly old: number;
  /** Proves that the tree of the checkpoint begins with that of the old size. */
  readonly path: ReadonlyArray<Hash>;
  /** The signed note of the checkpoint. */
  readonly checkpoint: string;
}

/** Most hashes in a path. */
const maxPath = 63;

/** The media type of a body that says which size the witness has. */
export const witnessSizeType = "text/x.tlog.size";

/** Writes the body of `add-checkpoint`. */
export const witnessRequestText = ({ old, path, checkpoint }: WitnessRequest): string =>
  `old ${old}\n${path.map((each) => `${base64Encode(each)}\n`).join("")}\n${checkpoint}`;

/** Reads the body of `add-checkpoint`; verifies nothing. */
export const witnessRequestOf = (body: string): Either<ProofError, WitnessRequest> => {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(end, 0)).split("\n");
  const [, digits = ""] = /^old (0|[1-9]\d*)$/.exec(first) ?? [];
  const old = Number(digits);
  if (digits === "" || !Number.isSafeInteger(old))
    return proofError(`expected the line "old <size>", found "${first.slice(0, 100)}"`);
  if (lines.length > maxPath)
    return proofError(`expected at most ${maxPath} hashes, found ${lines.length}`);
  const path: Array<Hash> = [];
  for (const line of lines) {
    const bytes = bytesOf(line);
    if (isLeft(bytes) || bytes.right.length !== hashBytes)
      return proofError(`expected a hash of ${hashBytes} bytes in Base64 in each line of the path`);
    path.push(bytes.right);
  }
  return right({ old, path, checkpoint: body.slice(end + 2) });
};

/** What a witness answers, and what it has seen then. */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly body: string;
  /** With 200: what must be kept before the answer is sent. */
  readonly seen?: TreeHead & { readonly origin: string; readonly note: string };
}

/**
 * Decides a request to a witness, which cosigns only checkpoints that extend all it cosigned before
 * (C2SP tlog-witness).
 *
 * @param logs the keys of the logs that it knows
 * @param seenOf what it cosigned last of a log, by origin
 * @param time POSIX seconds
 */
export const witnessed = (
  request: WitnessRequest,
  logs: ReadonlyArray<VerifierKey>,
  seenOf: (origin: string) => TreeHead | undefined,
  key: SignerKey,
  time: number,
): WitnessAnswer => {
  const { old, path, checkpoint } = request;
  const note = signedNoteOf(checkpoint);
  if (isLeft(note)) return { status: 400, body: note.left.message };
  const head = checkpointOf(note.right.text);
  if (isLeft(head)) return { status: 400, body: head.left.message };
  const { origin, size, root } = head.right;
  const log = logs.find(({ name }) => name === origin);
  if (log === undefined) return { status: 404, body: `the log ${origin} is not known` };
  const opened = openCheckpoint(checkpoint, logAlone(log));
  if (isLeft(opened)) return { status: 403, body: opened.left.message };
  if (old > size) return { status: 400, body: `the old size ${old} is above the new size ${size}` };
  const seen = seenOf(origin);
  if (old !== (seen?.size ?? 0)) return { status: 409, body: `${seen?.size ?? 0}\n` };
  if (seen !== undefined && seen.size === size && !isSameHash(seen.root, root))
    return { status: 409, body: `${seen.size}\n` };
  const isProved =
    seen === undefined ? path.length === 0 : isConsistent(seen, { size, root }, path);
  if (!isProved) {
    return {
      status: 422,
      body: `the tree of size ${size} does not extend the tree of size ${old}`,
    };
  }
  const line = signatureLine(cosignNote(note.right.text, key, time));
  return { status: 200, body: line, seen: { origin, size, root, note: checkpoint + line } };
};

/** What names a log in the paths of a witness: SHA-256 of the origin, hexadecimal. */
export const originHash = (origin: string): string =>
  createHash("sha256").update(origin).digest("hex");
