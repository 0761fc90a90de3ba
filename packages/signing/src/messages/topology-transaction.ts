import { type Content, bool, bytes, int32, packed, text, uint32 } from "../protobuf/content.js";
import { optional, plain, repeated, required } from "../protobuf/field.js";
import { type MessageType, emptyMessage, message, union } from "../protobuf/message-codec.js";

/**
 * A public key as topology transactions carry it; the numbers are those of the key's own package
 * (interactive-submission 4.3).
 */
export interface SigningPublicKey {
  readonly format: number;
  readonly publicKey: Uint8Array;
  readonly usage: ReadonlyArray<number>;
  readonly keySpec: number;
}
/** The message type of {@link SigningPublicKey}. */
export const SigningPublicKey: MessageType<SigningPublicKey> = message("SigningPublicKey", () => ({
  format: plain(2, int32),
  publicKey: plain(3, bytes),
  usage: plain(5, packed(int32)),
  keySpec: plain(6, int32),
}));

/** Keys of which `threshold` must sign. */
export interface SigningKeysWithThreshold {
  readonly keys: ReadonlyArray<SigningPublicKey>;
  readonly threshold: number;
}
const SigningKeysWithThreshold: MessageType<SigningKeysWithThreshold> = message(
  "SigningKeysWithThreshold",
  () => ({ keys: repeated(1, SigningPublicKey), threshold: plain(2, uint32) }),
);

/** Submission, confirmation and observation, as numbers on the wire. */
export const permissions = { submission: 1, confirmation: 2, observation: 3 } as const;

/** A participant that hosts a party. */
export interface HostingParticipant {
  /** `<name>::<fingerprint>`, without `PAR::`. */
  readonly participantUid: string;
  /** One of {@link permissions}. */
  readonly permission: number;
}
const HostingParticipant: MessageType<HostingParticipant> = message("HostingParticipant", () => ({
  participantUid: plain(1, text),
  permission: plain(2, int32),
}));

/** Where a party is hosted, how many of the hosts must confirm, and the keys it signs with. */
export interface PartyToParticipant {
  readonly party: string;
  readonly threshold: number;
  readonly participants: ReadonlyArray<HostingParticipant>;
  readonly partySigningKeys: SigningKeysWithThreshold | undefined;
}
const PartyToParticipant: MessageType<PartyToParticipant> = message("PartyToParticipant", () => ({
  party: plain(1, text),
  threshold: plain(2, uint32),
  participants: repeated(3, HostingParticipant),
  partySigningKeys: optional(6, SigningKeysWithThreshold),
}));

/**
 * A key that may sign for a namespace. Of the restrictions only those are kept that clients send.
 */
export interface NamespaceDelegation {
  readonly namespace: string;
  readonly targetKey: SigningPublicKey;
  readonly isRootDelegation: boolean;
  readonly canSignAllMappings: true | undefined;
  readonly canSignAllButNamespaceDelegations: true | undefined;
  readonly canSignSpecificMappings: Uint8Array | undefined;
}
const present: Content<true> = {
  wireType: emptyMessage.wireType,
  read: (source) => {
    emptyMessage.read(source);
    return true;
  },
  write: (writer) => emptyMessage.write(writer, undefined),
};
const NamespaceDelegation: MessageType<NamespaceDelegation> = message(
  "NamespaceDelegation",
  () => ({
    namespace: plain(1, text),
    targetKey: required(2, SigningPublicKey),
    isRootDelegation: plain(3, bool),
    canSignAllMappings: optional(4, present),
    canSignAllButNamespaceDelegations: optional(5, present),
    canSignSpecificMappings: optional(6, bytes),
  }),
);

/** The keys a party signs with, as clients of version 3.4 send them. */
export interface PartyToKeyMapping {
  readonly party: string;
  readonly threshold: number;
  readonly signingKeys: ReadonlyArray<SigningPublicKey>;
}
const PartyToKeyMapping: MessageType<PartyToKeyMapping> = message("PartyToKeyMapping", () => ({
  party: plain(1, text),
  threshold: plain(3, uint32),
  signingKeys: repeated(4, SigningPublicKey),
}));

/** A namespace that several others own. */
export interface DecentralizedNamespaceDefinition {
  readonly decentralizedNamespace: string;
  readonly threshold: number;
  readonly owners: ReadonlyArray<string>;
}
const DecentralizedNamespaceDefinition: MessageType<DecentralizedNamespaceDefinition> = message(
  "DecentralizedNamespaceDefinition",
  () => ({
    decentralizedNamespace: plain(1, text),
    threshold: plain(2, int32),
    owners: repeated(3, text),
  }),
);

/** What a topology transaction maps. Mappings that no party onboarding uses are kept as bytes. */
export type TopologyMapping =
  | { readonly kind: "namespaceDelegation"; readonly value: NamespaceDelegation }
  | {
      readonly kind: "decentralizedNamespaceDefinition";
      readonly value: DecentralizedNamespaceDefinition;
    }
  | { readonly kind: "partyToParticipant"; readonly value: PartyToParticipant }
  | { readonly kind: "partyToKeyMapping"; readonly value: PartyToKeyMapping }
  | {
      readonly [K in OtherMapping]: { readonly kind: K; readonly value: Uint8Array };
    }[OtherMapping];

/** Mappings that no party onboarding uses. */
export type OtherMapping =
  | "ownerToKeyMapping"
  | "synchronizerTrustCertificate"
  | "participantPermission"
  | "partyHostingLimits"
  | "vettedPackages"
  | "synchronizerParametersState"
  | "mediatorSynchronizerState"
  | "sequencerSynchronizerState"
  | "sequencingDynamicParametersState"
  | "synchronizerUpgradeAnnouncement"
  | "sequencerConnectionSuccessor";

const TopologyMapping: MessageType<TopologyMapping> = union<TopologyMapping>(
  "TopologyMapping",
  () => ({
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
  }),
);

/** What a topology transaction does with its mapping, as numbers on the wire. */
export const topologyOperations = { addReplace: 1, remove: 2 } as const;

/** A change of the topology. */
export interface TopologyTransaction {
  /** One of {@link topologyOperations}. */
  readonly operation: number;
  readonly serial: number;
  readonly mapping: TopologyMapping;
}
/** The message type of {@link TopologyTransaction}. */
export const TopologyTransaction: MessageType<TopologyTransaction> = message(
  "TopologyTransaction",
  () => ({
    operation: plain(1, int32),
    serial: plain(2, uint32),
    mapping: required(3, TopologyMapping),
  }),
);

/** A serialized message with the version of its format (interactive-submission 4.4). */
export interface VersionedMessage {
  readonly data: Uint8Array;
  readonly version: number;
}
/** The message type of {@link VersionedMessage}. */
export const VersionedMessage: MessageType<VersionedMessage> = message("VersionedMessage", () => ({
  data: plain(1, bytes),
  version: plain(2, int32),
}));
