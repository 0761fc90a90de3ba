import type { Micros } from "../values/time.js";
import type { Json } from "../values/json.js";
import type { LedgerError } from "../errors/ledger-error.js";

/** The create node of a transaction. */
export interface CreateNode {
  readonly kind: "create";
  readonly nodeId: number;
  readonly contractId: string;
  /** Package-id form, `<package id>:<Module>:<Entity>`. */
  readonly templateId: string;
  readonly packageName: string;
  /** The payload in its wire form (ledger-api 2.1). */
  readonly payload: Json;
  /** Sorted. */
  readonly signatories: ReadonlyArray<string>;
  /** Sorted, without the signatories. */
  readonly observers: ReadonlyArray<string>;
  readonly key?: ContractKey;
  /** Parties that see this node: stakeholders and the informees of its ancestors; sorted. Absent when they are the stakeholders. */
  readonly witnesses?: ReadonlyArray<string>;
}

/** The key of a contract and who maintains it. */
export interface ContractKey {
  readonly value: Json;
  readonly maintainers: ReadonlyArray<string>;
}

/** The exercise node of a transaction. Its children are the nodes up to `lastDescendantNodeId`. */
export interface ExerciseNode {
  readonly kind: "exercise";
  readonly nodeId: number;
  readonly contractId: string;
  readonly templateId: string;
  readonly packageName: string;
  /** Set when the choice comes from an interface. */
  readonly interfaceId?: string;
  readonly choice: string;
  readonly argument: Json;
  /** Sorted. */
  readonly actingParties: ReadonlyArray<string>;
  readonly consuming: boolean;
  readonly result: Json;
  readonly lastDescendantNodeId: number;
  /** Signatories and observers of the contract; sorted. */
  readonly stakeholders: ReadonlyArray<string>;
  /** Parties that see this node: its informees and those of its ancestors; sorted. */
  readonly witnesses: ReadonlyArray<string>;
}

/** A node of a transaction in pre-order; `nodeId` is its index. */
export type TransactionNode = CreateNode | ExerciseNode;

/** The deduplication period a completion reports (ledger-api 5). */
export type ReportedDeduplicationPeriod =
  | { readonly kind: "empty" }
  | { readonly kind: "offset"; readonly offset: number }
  | { readonly kind: "duration"; readonly durationMicros: number };

/** What every submission that reached the ledger leaves behind, whether accepted or not. */
export interface SubmissionRecord {
  readonly userId: string;
  readonly commandId: string;
  readonly submissionId: string;
  readonly workflowId: string;
  /** Sorted. */
  readonly actAs: ReadonlyArray<string>;
  readonly recordTime: Micros;
  readonly deduplicationPeriod: ReportedDeduplicationPeriod;
}

/** A signature of an external party over the hash of a prepared transaction (interactive-submission 3.3). */
export interface PartySignature {
  readonly party: string;
  /** Fingerprint of the key. */
  readonly signedBy: string;
  readonly format: string;
  readonly algorithm: string;
  /** Base64. */
  readonly signature: string;
}

/** What external parties signed: enough to check the signatures without this node. */
export interface ExternalSubmission {
  /** The hash that was signed, 64 hex digits. */
  readonly hash: string;
  readonly hashingScheme: string;
  readonly transactionUuid: string;
  /** The prepared transaction as it came, Base64. */
  readonly preparedTransaction: string;
  /** Those that count, in the order of the parties. */
  readonly signatures: ReadonlyArray<PartySignature>;
}

/** One composite command took effect, whole. */
export interface TransactionCommitted extends SubmissionRecord {
  readonly type: "TransactionCommitted";
  readonly updateId: string;
  /** The ledger time of the transaction. */
  readonly effectiveAt: Micros;
  readonly nodes: ReadonlyArray<TransactionNode>;
  /** Set when the transaction was prepared and signed outside of the node. */
  readonly external?: ExternalSubmission;
}

/** One composite command reached the ledger and was refused there. */
export interface CommandRejected extends SubmissionRecord {
  readonly type: "CommandRejected";
  readonly error: LedgerError;
}

/** The first event of every journal. */
export interface LedgerInitialized {
  readonly type: "LedgerInitialized";
  readonly participantId: string;
  readonly synchronizerId: string;
  readonly recordTime: Micros;
}

/** A package became usable on this ledger. */
export interface PackageRegistered {
  readonly type: "PackageRegistered";
  readonly packageId: string;
  readonly name: string;
  readonly version: string;
  /** What the package consists of; for one given in TypeScript the very model its id is the SHA-256 of. */
  readonly model: Json;
  /** False when it may not be used before it is vetted. */
  readonly isVetted: boolean;
  readonly recordTime: Micros;
}

/** Whether a package may be used by new submissions, and from when until when (ledger-api 2.13). */
export interface PackageVetting {
  readonly packageId: string;
  readonly isVetted: boolean;
  readonly validFromInclusive?: Micros;
  readonly validUntilExclusive?: Micros;
}

/** Packages were vetted or unvetted; only those for which something changed. */
export interface PackagesVettingChanged {
  readonly type: "PackagesVettingChanged";
  readonly changes: ReadonlyArray<PackageVetting>;
  readonly recordTime: Micros;
}

/** A party is hosted on this participant. */
export interface PartyAllocated {
  readonly type: "PartyAllocated";
  readonly party: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly identityProviderId: string;
  readonly recordTime: Micros;
}

/** The local details of a party as they are after a change. */
export interface PartyUpdated {
  readonly type: "PartyUpdated";
  readonly party: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly identityProviderId: string;
  readonly resourceVersion: number;
  readonly recordTime: Micros;
}

/** A public key that an external party signs with. */
export interface PartyKey {
  readonly keySpec: string;
  readonly fingerprint: string;
  /** SubjectPublicKeyInfo as DER, Base64. */
  readonly publicKey: string;
}

/** A party signs outside of the node, with these keys from here on (specification 4.7). */
export interface PartyKeysChanged {
  readonly type: "PartyKeysChanged";
  readonly party: string;
  readonly keys: ReadonlyArray<PartyKey>;
  /** Keys that must sign. */
  readonly threshold: number;
  /** 1 at first, and one more with each change. */
  readonly serial: number;
  readonly recordTime: Micros;
}

/** A right of a user (ledger-api 9.3). */
export type UserRight =
  | { readonly kind: "CanActAs" | "CanReadAs" | "CanExecuteAs"; readonly party: string }
  | {
      readonly kind:
        | "CanReadAsAnyParty"
        | "CanExecuteAsAnyParty"
        | "ParticipantAdmin"
        | "IdentityProviderAdmin";
    };

/** A user of this participant exists. */
export interface UserCreated {
  readonly type: "UserCreated";
  readonly userId: string;
  readonly primaryParty: string;
  readonly isDeactivated: boolean;
  readonly annotations: Readonly<Record<string, string>>;
  readonly identityProviderId: string;
  readonly primaryPartyAuthentication: boolean;
  readonly rights: ReadonlyArray<UserRight>;
  readonly recordTime: Micros;
}

/** A user as it is after a change; its rights stay. */
export interface UserUpdated {
  readonly type: "UserUpdated";
  readonly userId: string;
  readonly primaryParty: string;
  readonly isDeactivated: boolean;
  readonly annotations: Readonly<Record<string, string>>;
  readonly identityProviderId: string;
  readonly primaryPartyAuthentication: boolean;
  readonly resourceVersion: number;
  readonly recordTime: Micros;
}

/** A user is gone, and its rights with it. */
export interface UserDeleted {
  readonly type: "UserDeleted";
  readonly userId: string;
  readonly recordTime: Micros;
}

/** A user belongs to another identity provider. */
export interface UserIdentityProviderChanged {
  readonly type: "UserIdentityProviderChanged";
  readonly userId: string;
  readonly identityProviderId: string;
  readonly resourceVersion: number;
  readonly recordTime: Micros;
}

/** A user holds further rights; only those not held before. */
export interface UserRightsGranted {
  readonly type: "UserRightsGranted";
  readonly userId: string;
  readonly rights: ReadonlyArray<UserRight>;
  readonly recordTime: Micros;
}

/** A user holds rights no more; only those held before. */
export interface UserRightsRevoked {
  readonly type: "UserRightsRevoked";
  readonly userId: string;
  readonly rights: ReadonlyArray<UserRight>;
  readonly recordTime: Micros;
}

/** The fields of an identity provider (specification 2.2). */
interface IdentityProviderFields {
  readonly identityProviderId: string;
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly isDeactivated: boolean;
  readonly audience: string;
}

/** An identity provider is known. */
export interface IdentityProviderConfigCreated extends IdentityProviderFields {
  readonly type: "IdentityProviderConfigCreated";
  readonly recordTime: Micros;
}

/** An identity provider as it is after a change. */
export interface IdentityProviderConfigUpdated extends IdentityProviderFields {
  readonly type: "IdentityProviderConfigUpdated";
  readonly recordTime: Micros;
}

/** An identity provider is gone. */
export interface IdentityProviderConfigDeleted {
  readonly type: "IdentityProviderConfigDeleted";
  readonly identityProviderId: string;
  readonly recordTime: Micros;
}

/** Everything that changes the participant rather than its contracts. */
export type ParticipantEvent =
  | LedgerInitialized
  | PackageRegistered
  | PackagesVettingChanged
  | PartyAllocated
  | PartyUpdated
  | PartyKeysChanged
  | UserCreated
  | UserUpdated
  | UserDeleted
  | UserIdentityProviderChanged
  | UserRightsGranted
  | UserRightsRevoked
  | IdentityProviderConfigCreated
  | IdentityProviderConfigUpdated
  | IdentityProviderConfigDeleted;

/** Everything that can stand in a participant's journal. */
export type LedgerEvent = TransactionCommitted | CommandRejected | ParticipantEvent;
