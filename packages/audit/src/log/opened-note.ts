import {
  logAlone,
  openCheckpoint,
  type OpenedCheckpoint,
  type VerifierKey,
  type WitnessPolicy,
} from "@tallystick/transparency";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError } from "./audited-journal.js";

/**
 * Opens a note that must be signed as a policy says.
 *
 * @throws {AuditError} when it is not
 */
export const openedByPolicy = (note: string, policy: WitnessPolicy): OpenedCheckpoint => {
  const opened = openCheckpoint(note, policy);
  if (isLeft(opened)) throw new AuditError("contradiction", `checkpoint: ${opened.left.message}`);
  return opened.right;
};

/** Opens a note that must be signed by a key. @throws {AuditError} when it is not */
export const openedNote = (note: string, key: VerifierKey): OpenedCheckpoint =>
  openedByPolicy(note, logAlone(key));
