export { checkProof, type CheckedProof } from "./disclosure/check-proof.js";
export { type Disclosure, disclose, disclosureText, rootOfRows } from "./disclosure/disclosure.js";
export { entryOf, eventKeyOf } from "./disclosure/event-entry.js";
export type { ShownEvent } from "./disclosure/shown-rows.js";
export { type Checkpoint, checkpointOf, checkpointText } from "./notes/checkpoint.js";
export {
  type SignerKey,
  signatureType,
  signerKey,
  signerKeyOf,
  signerKeyText,
  type VerifierKey,
  verifierKeyOf,
  verifierKeyText,
} from "./notes/note-keys.js";
export { type OpenedCheckpoint, openCheckpoint } from "./notes/opened-checkpoint.js";
export type { ProofError } from "./notes/proof-error.js";
export { proofFileText } from "./notes/proof-file.js";
export {
  noteText,
  signaturesOf,
  signedNoteOf,
  signNote,
  type VerifiedSignature,
} from "./notes/signed-note.js";
export { entriesOfBundle, entriesPath, entryBundle, tilePath } from "./notes/tile-path.js";
export {
  originHash,
  type WitnessAnswer,
  witnessed,
  type WitnessRequest,
  witnessRequestOf,
  witnessRequestText,
  witnessSizeType,
} from "./notes/witness-request.js";
export { logAlone, type WitnessPolicy, witnessPolicyOf } from "./notes/witness-policy.js";
export { consistencyPath, type TreeHead } from "./tree/consistency.js";
export { inclusionPath } from "./tree/inclusion.js";
export { type Hash, isSameHash, leafHash } from "./tree/merkle-hash.js";
export { TileLog, type TileStore, tileWidth } from "./tree/tile-log.js";
