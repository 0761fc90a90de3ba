// What a signer needs in a browser: nothing here leads to a module of Node.
export {
  type TransactionDescription,
  describePreparedTransaction,
  descriptionLines,
} from "./description/describe-prepared-transaction.js";
export { type TopologyDescription, describeTopology } from "./description/describe-topology.js";
export type { HoldingMovement } from "./description/holding-movements.js";
export type { HashingScheme } from "./hashing/hashing-scheme.js";
export { fingerprintOf, hexOf } from "./keys/fingerprint.js";
export { partyIdOf } from "./keys/party-id.js";
export type { SigningError } from "./keys/signing-error.js";
export { sha256 } from "#sha256";
