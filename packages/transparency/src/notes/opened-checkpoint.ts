import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type ProofError, proofError } from "./proof-error.js";
import { type Checkpoint, checkpointOf } from "./checkpoint.js";
import { signedNoteOf, type VerifiedSignature, verifiedSignatures } from "./signed-note.js";
import { isQuorum, type WitnessPolicy } from "./witness-policy.js";

/** A checkpoint whose signatures were verified. */
export interface OpenedCheckpoint extends Checkpoint {
  /** The text that was signed. */
  readonly text: string;
  readonly signatures: ReadonlyArray<VerifiedSignature>;
}

/**
 * Reads the note of a checkpoint and verifies its signatures. The origin must be the name of a log
 * of the policy: a log that names itself proves nothing.
 */
export const openCheckpoint = (
  note: string,
  policy: WitnessPolicy,
): Either<ProofError, OpenedCheckpoint> => {
  const signed = signedNoteOf(note);
  if (isLeft(signed)) return signed;
  const checkpoint = checkpointOf(signed.right.text);
  if (isLeft(checkpoint)) return checkpoint;
  const { origin } = checkpoint.right;
  const logs = policy.logs.filter(({ name }) => name === origin);
  if (logs.length === 0) {
    return proofError(
      `the checkpoint belongs to the log ${origin}, expected ${policy.logs.map(({ name }) => name).join(" or ")}`,
    );
  }
  const { witnesses } = policy;
  const verified = verifiedSignatures(signed.right, [...logs, ...witnesses.values()]);
  if (isLeft(verified)) return verified;
  const signatures = verified.right;
  if (!signatures.some(({ key }) => logs.includes(key)))
    return proofError(`the checkpoint is not signed by its log ${origin}`);
  if (!isQuorum(policy, signatures)) {
    return proofError(
      `the checkpoint lacks cosignatures: the quorum "${policy.quorum ?? ""}" is not reached`,
    );
  }
  return right({ ...checkpoint.right, text: signed.right.text, signatures });
};
