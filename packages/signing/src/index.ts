export type { ReadError } from "@tallystick/protobuf";
export * from "./description/describe-prepared-transaction.js";
export * from "./description/describe-topology.js";
export {
  type PreparedTransactionHash,
  hashPreparedTransaction,
} from "./hashing/hash-prepared-transaction.js";
export { type HashingScheme, type SchemeRules, hashingSchemes } from "./hashing/hashing-scheme.js";
export {
  type KeyFile,
  keyFileRandomBytes,
  openKeyFile,
  readKeyFile,
  sealKey,
} from "./key-files/key-file.js";
export { hexOf, isFingerprint } from "./keys/fingerprint.js";
export {
  type KeyFormat,
  type KeySpec,
  type KeySpecRules,
  type SignatureFormat,
  type SigningAlgorithm,
  keySpecRules,
  keySpecs,
} from "./keys/key-spec.js";
export type { ExternalPartyId } from "./keys/party-id.js";
export { type PrivateKey, privateKeyFrom, signMessage } from "./keys/private-key.js";
export { type PublicKey, publicKeyFrom } from "./keys/public-key.js";
export type { SigningError } from "./keys/signing-error.js";
export * from "./keys/signature.js";
export {
  type DamlTransaction,
  type GlobalKeyMappingEntry,
  type InputContract,
  type Metadata,
  type NodeSeed,
  type PreparedTransaction,
  type SubmitterInfo,
  type TransactionNode,
  decodePreparedTransaction,
  encodePreparedTransaction,
} from "./messages/prepared-transaction.js";
export type {
  DecentralizedNamespaceDefinition,
  HostingParticipant,
  NamespaceDelegation,
  PartyToKeyMapping,
  PartyToParticipant,
  SigningKeysWithThreshold,
  TopologyMapping,
} from "./messages/topology-transaction.js";
export {
  type ExerciseNode,
  type FetchNode,
  type GlobalKeyWithMaintainers,
  NodeContent,
  type QueryByKeyNode,
} from "./messages/transaction-node.js";
export { RecordValue, Value } from "./messages/value.js";
export { jsonOfValue } from "./ledger/json-of-value.js";
export { choiceArgumentId, identifierOf } from "./ledger/ledger-identifier.js";
export { IllTypedValue, valueOfJson } from "./ledger/value-of-json.js";
export type {
  EnumValue,
  GenMapEntry,
  Identifier,
  RecordField,
  TextMapEntry,
  VariantValue,
} from "./messages/value.js";
export {
  type ExternalPartyRequest,
  type ExternalPartyTopology,
  externalPartyTopology,
} from "./topology/external-party-topology.js";
export type { OnboardingError } from "./topology/onboarding-error.js";
export * from "./topology/onboarding.js";
export type {
  OnboardingTransaction,
  SerialRule,
  SignedHash,
  SignedTransaction,
} from "./topology/signed-transaction.js";
export * from "./topology/topology-hash.js";
export { topologyKeyOf } from "./topology/topology-key.js";
export { encodeTopologyTransaction } from "./topology/versioned-transaction.js";
export * from "./ledger/command-of-prepared.js";
export * from "./ledger/compare-prepared.js";
export { type SeedSource, transactionSeedOf } from "./ledger/node-seeds.js";
export {
  type CountedSignature,
  type SignaturesOfParty,
  checkPartySignatures,
} from "./ledger/party-signatures.js";
export * from "./ledger/prepared-of-interpretation.js";
