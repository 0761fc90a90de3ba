import { base64Encode } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type ProofError, bytesOf, proofError } from "./proof-error.js";
import type { TreeHead } from "../tree/consistency.js";
import { hashBytes } from "../tree/merkle-hash.js";
import { isKeyName } from "./note-keys.js";

/** The head of a log (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** The name of the log, which is the name of its key too. */
  readonly origin: string;
}

/** The text of a checkpoint, which is what is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${base64Encode(root)}\n`;

/** Reads the text of a checkpoint. Lines after the root are allowed and passed over. */
export const checkpointOf = (text: string): Either<ProofError, Checkpoint> => {
  const [origin = "", digits = "", encoded = "", ...rest] = text.split("\n");
  if (!isKeyName(origin)) return proofError("expected the origin of a log in the first line");
  const size = Number(digits);
  if (!/^(0|[1-9]\d*)$/.test(digits) || !Number.isSafeInteger(size))
    return proofError(`expected the size of the tree in the second line, found "${digits}"`);
  const root = bytesOf(encoded);
  if (isLeft(root) || root.right.length !== hashBytes)
    return proofError("expected the root of the tree, 32 bytes in Base64, in the third line");
  if (rest.at(-1) !== "" || rest.slice(0, -1).includes(""))
    return proofError("expected each line of the checkpoint to be ended by a line feed");
  return right({ origin, size, root: root.right });
};
