import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type ProofError, proofError } from "../notes/proof-error.js";
import { type OpenedCheckpoint, openCheckpoint } from "../notes/opened-checkpoint.js";
import { proofFileOf } from "../notes/proof-file.js";
import type { WitnessPolicy } from "../notes/witness-policy.js";
import { isIncluded } from "../tree/inclusion.js";
import { leafHash } from "../tree/merkle-hash.js";
import { disclosedRoot, disclosureOf } from "./disclosure.js";
import { entryOf } from "./event-entry.js";
import { type ShownEvent, shownEvent } from "./shown-rows.js";

/** The statement that a proof proves. */
export interface CheckedProof {
  readonly event: ShownEvent;
  readonly checkpoint: OpenedCheckpoint;
}

/**
 * Checks a proof: signatures of the checkpoint, the way from the rows that are shown to the entry
 * of their event, and from there to the checkpoint. It needs no ledger.
 *
 * @param proof the text of a proof file
 * @param policy keys of the log and, if wanted, its witnesses; they must not come with the proof
 */
export const checkProof = (
  proof: string,
  policy: WitnessPolicy,
): Either<ProofError, CheckedProof> => {
  const file = proofFileOf(proof);
  if (isLeft(file)) return file;
  const { index, path, extra, checkpoint } = file.right;
  const opened = openCheckpoint(checkpoint, policy);
  if (isLeft(opened)) return opened;
  if (extra === undefined)
    return proofError('the proof discloses no row: expected a line "extra" with a disclosure');
  const disclosure = disclosureOf(Buffer.from(extra).toString("utf8"));
  if (isLeft(disclosure)) return disclosure;
  if (disclosure.right.offset !== index + 1) {
    return proofError(
      `the rows belong to offset ${disclosure.right.offset}, the proof to offset ${index + 1}`,
    );
  }
  const root = disclosedRoot(disclosure.right);
  if (isLeft(root)) return root;
  const { size, root: logRoot } = opened.right;
  if (!isIncluded({ index, size }, leafHash(entryOf(root.right)), path, logRoot)) {
    return proofError(
      `offset ${index + 1} of the log ${opened.right.origin} is not the disclosed event, or the path is wrong`,
    );
  }
  const event = shownEvent(disclosure.right);
  return isLeft(event) ? event : right({ event: event.right, checkpoint: opened.right });
};
