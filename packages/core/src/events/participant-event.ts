import type { Json } from "../values/json.js";
import type { Micros } from "../values/time.js";

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
  /**
   * What the package consists of; for one given in TypeScript the very model its id is the SHA-256
   * of.
   */
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
