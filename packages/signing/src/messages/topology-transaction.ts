import {
  type Decoded,
  bool,
  bytes,
  empty,
  int32,
  message,
  optional,
  packed,
  plain,
  repeated,
  required,
  text,
  uint32,
  union,
} from "@tallystick/protobuf";

/**
 * A public key as topology transactions carry it; the numbers are those of the key's own package
 * (interactive-submission 4.3).
 */
export const SigningPublicKey = message("SigningPublicKey", {
  format: plain(2, int32),
  publicKey: plain(3, bytes),
  usage: plain(5, packed(int32)),
  keySpec: plain(6, int32),
});
/** The fields that are read from {@link SigningPublicKey}. */
export type SigningPublicKey = Decoded<typeof SigningPublicKey>;

const SigningKeysWithThreshold = message("SigningKeysWithThreshold", {
  keys: repeated(1, SigningPublicKey),
  threshold: plain(2, uint32),
});
/** Keys of which `threshold` must sign. */
export type SigningKeysWithThreshold = Decoded<typeof SigningKeysWithThreshold>;

/** Submission, confirmation and observation, as numbers on the wire. */
export const permissions = { submission: 1, confirmation: 2, observation: 3 } as const;

const HostingParticipant = message("HostingParticipant", {
  /** `<name>::<fingerprint>`, without `PAR::`. */
  participantUid: plain(1, text),
  /** One of {@link permissions}. */
  permission: plain(2, int32),
});
/** A participant that hosts a party. */
export type HostingParticipant = Decoded<typeof HostingParticipant>;

const PartyToParticipant = message("PartyToParticipant", {
  party: plain(1, text),
  threshold: plain(2, uint32),
  participants: repeated(3, HostingParticipant),
  partySigningKeys: optional(6, SigningKeysWithThreshold),
});
/** Where a party is hosted, how many of the hosts must confirm, and the keys it signs with. */
export type PartyToParticipant = Decoded<typeof PartyToParticipant>;

const NamespaceDelegation = message("NamespaceDelegation", {
  namespace: plain(1, text),
  targetKey: required(2, SigningPublicKey),
  isRootDelegation: plain(3, bool),
  canSignAllMappings: optional(4, empty),
  canSignAllButNamespaceDelegations: optional(5, empty),
  canSignSpecificMappings: optional(6, bytes),
});
/**
 * A key that may sign for a namespace. Of the restrictions only those are kept that clients send.
 */
export type NamespaceDelegation = Decoded<typeof NamespaceDelegation>;

const PartyToKeyMapping = message("PartyToKeyMapping", {
  party: plain(1, text),
  threshold: plain(3, uint32),
  signingKeys: repeated(4, SigningPublicKey),
});
/** The keys a party signs with, as clients of version 3.4 send them. */
export type PartyToKeyMapping = Decoded<typeof PartyToKeyMapping>;

const DecentralizedNamespaceDefinition = message("DecentralizedNamespaceDefinition", {
  decentralizedNamespace: plain(1, text),
  threshold: plain(2, int32),
  owners: repeated(3, text),
});
/** A namespace that several others own. */
export type DecentralizedNamespaceDefinition = Decoded<typeof DecentralizedNamespaceDefinition>;

const TopologyMapping = union("TopologyMapping", {
  namespaceDelegation: [1, NamespaceDelegation],
  decentralizedNamespaceDefinition: [3, DecentralizedNamespaceDefinition],
  ownerToKeyMapping: [4, bytes],
  synchronizerTrustCertificate: [5, bytes],
  participantPermission: [6, bytes],
  partyHostingLimits: [7, bytes],
  vettedPackages: [8, bytes],
  partyToParticipant: [9, PartyToParticipant],
  synchronizerParametersState: [11, bytes],
  mediatorSynchronizerState: [12, bytes],
  sequencerSynchronizerState: [13, bytes],
  sequencingDynamicParametersState: [15, bytes],
  partyToKeyMapping: [16, PartyToKeyMapping],
  synchronizerUpgradeAnnouncement: [17, bytes],
  sequencerConnectionSuccessor: [18, bytes],
});
/** What a topology transaction maps. Mappings that no party onboarding uses are kept as bytes. */
export type TopologyMapping = Decoded<typeof TopologyMapping>;

/** What a topology transaction does with its mapping, as numbers on the wire. */
export const topologyOperations = { addReplace: 1, remove: 2 } as const;

export const TopologyTransaction = message("TopologyTransaction", {
  /** One of {@link topologyOperations}. */
  operation: plain(1, int32),
  serial: plain(2, uint32),
  mapping: required(3, TopologyMapping),
});
/** The fields that are read from {@link TopologyTransaction}. */
export type TopologyTransaction = Decoded<typeof TopologyTransaction>;

/** A serialized message with the version of its format (interactive-submission 4.4). */
export const VersionedMessage = message("VersionedMessage", {
  data: plain(1, bytes),
  version: plain(2, int32),
});
/** The fields that are read from {@link VersionedMessage}. */
export type VersionedMessage = Decoded<typeof VersionedMessage>;
