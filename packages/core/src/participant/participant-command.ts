import type { PackageId, PartyId, UserId } from "../values/ids.js";
import type { PackageInfo } from "../packages/catalog.js";
import type { Micros } from "../values/time.js";
import type {
  IdentityProviderConfig,
  KeysAuthorization,
  PartyKey,
  RequestedBy,
  UserDetails,
  UserRight,
} from "../events/participant-records.js";

/** Gives a new journal its identity. */
export interface InitializeLedger {
  readonly kind: "InitializeLedger";
  readonly participantId: string;
  readonly synchronizerId: string;
}

/** Registers packages; those already registered are skipped. */
export interface RegisterPackages {
  readonly kind: "RegisterPackages";
  readonly packages: ReadonlyArray<PackageInfo>;
  /**
   * True: new submissions may use all of them from now on, those registered before included. False:
   * new ones wait to be vetted.
   */
  readonly vet: boolean;
  /** The serial of the vetting they were checked against; absent: not checked. */
  readonly expectedSerial?: number;
}

/** Hosts a party (ledger-api 2.10). */
export interface AllocatePartyCommand {
  readonly kind: "AllocateParty";
  /** Empty: the participant chooses a name. */
  readonly partyIdHint: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly identityProviderId: string;
  readonly synchronizerId: string;
  /** The user that receives CanActAs for the party; empty for none. */
  readonly userId: UserId;
  /** The most parties the user may act as, this one included; absent: no limit. */
  readonly maxPartiesOfUser?: number;
}

/**
 * Hosts a party that signs outside of the node; its keys' authorization was checked before
 * (interactive-submission 4.5).
 */
export interface AllocateExternalPartyCommand {
  readonly kind: "AllocateExternalParty";
  readonly party: PartyId;
  readonly keys: ReadonlyArray<PartyKey>;
  /** Keys that must sign. */
  readonly threshold: number;
  /** By which its keys were checked. */
  readonly authorization?: KeysAuthorization | undefined;
  readonly identityProviderId: string;
  /** The user that receives CanActAs for the party; empty for none. */
  readonly userId: UserId;
  /** As for `AllocatePartyCommand`. */
  readonly maxPartiesOfUser?: number;
}

/**
 * Changes the keys of an external party; the authorization by its namespace and all new keys was
 * checked before.
 */
export interface ChangePartyKeysCommand {
  readonly kind: "ChangePartyKeys";
  readonly party: PartyId;
  readonly keys: ReadonlyArray<PartyKey>;
  /** Keys that must sign. */
  readonly threshold: number;
  /** By which they were checked. */
  readonly authorization?: KeysAuthorization | undefined;
  /** The serial of the new keys, one more than that of the current ones. */
  readonly serial: number;
}

/** Changes the local details of a party (ledger-api 2.10). */
export interface UpdatePartyCommand {
  readonly kind: "UpdateParty";
  readonly party: PartyId;
  /** Paths of `PartyDetails` in snake_case. */
  readonly updateMask: ReadonlyArray<string>;
  /** Keys are set, keys with an empty value removed. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Text of the version the change is based on; "" for no check. */
  readonly resourceVersion: string;
  /** The provider the request names. */
  readonly identityProviderId: string;
  readonly isLocal: boolean;
}

/** Creates a user (ledger-api 2.11). */
export interface CreateUserCommand extends UserDetails {
  readonly kind: "CreateUser";
  readonly rights: ReadonlyArray<UserRight>;
  /** Made by the node itself, once: not again after it was deleted. */
  readonly once?: true;
  readonly by?: RequestedBy;
}

/**
 * Changes a user (ledger-api 9.2). Of the annotations, keys are set, and keys with an empty value
 * removed; the identity provider is the one the request names.
 */
export interface UpdateUserCommand extends UserDetails {
  readonly kind: "UpdateUser";
  /** Paths of `User` in snake_case. */
  readonly updateMask: ReadonlyArray<string>;
  /** Text of the version the change is based on; "" for no check. */
  readonly resourceVersion: string;
  readonly by?: RequestedBy;
}

/** Deletes a user with its rights (ledger-api 9.2). */
export interface DeleteUserCommand {
  readonly kind: "DeleteUser";
  readonly userId: UserId;
  /** The provider the request names; absent: not checked. */
  readonly identityProviderId?: string;
  readonly by?: RequestedBy;
}

/** Moves a user to another identity provider (ledger-api 9.2). */
export interface MoveUserCommand {
  readonly kind: "MoveUser";
  readonly userId: UserId;
  readonly sourceProviderId: string;
  readonly targetProviderId: string;
}

/** Moves a party to another identity provider. */
export interface MovePartyCommand {
  readonly kind: "MoveParty";
  readonly party: PartyId;
  readonly sourceProviderId: string;
  readonly targetProviderId: string;
}

/** Grants rights to a user, or revokes them (ledger-api 9). */
export interface UserRightsCommand {
  readonly kind: "GrantUserRights" | "RevokeUserRights";
  readonly userId: UserId;
  readonly rights: ReadonlyArray<UserRight>;
  /** The provider the request names; absent: not checked. */
  readonly identityProviderId?: string;
  readonly by?: RequestedBy;
}

/** Adds an identity provider (specification 4.2, ledger-api 8). */
export interface CreateIdentityProviderCommand {
  readonly kind: "CreateIdentityProvider";
  readonly config: IdentityProviderConfig;
}

/** Changes an identity provider (ledger-api 8.2). */
export interface UpdateIdentityProviderCommand {
  readonly kind: "UpdateIdentityProvider";
  readonly config: IdentityProviderConfig;
  /** Paths of `IdentityProviderConfig` in snake_case. */
  readonly updateMask: ReadonlyArray<string>;
}

/** Deletes an identity provider (ledger-api 8.2). */
export interface DeleteIdentityProviderCommand {
  readonly kind: "DeleteIdentityProvider";
  readonly identityProviderId: string;
}

/**
 * Packages by id, name or version; "" matches any, but an id or a name must be given (ledger-api
 * 2.13).
 */
export interface PackageReference {
  readonly packageId: PackageId;
  readonly packageName: string;
  readonly packageVersion: string;
}

/** One step of a vetting change (ledger-api 2.13). */
export type VettingChange =
  | {
      readonly kind: "vet";
      readonly packages: ReadonlyArray<PackageReference>;
      readonly validFromInclusive?: bigint;
      readonly validUntilExclusive?: bigint;
    }
  | { readonly kind: "unvet"; readonly packages: ReadonlyArray<PackageReference> };

/** Changes which packages new submissions may use (ledger-api 2.13). */
export interface UpdateVettingCommand {
  readonly kind: "UpdateVetting";
  /** Applied in order. */
  readonly changes: ReadonlyArray<VettingChange>;
  /** The serial the change is based on; absent: not checked. */
  readonly expectedSerial?: number;
  /** Allows that packages stay vetted whose dependencies are not. */
  readonly allowUnvettedDependencies: boolean;
}

/** Everything that changes the participant rather than its contracts. */
export type ParticipantCommand =
  | InitializeLedger
  | RegisterPackages
  | UpdateVettingCommand
  | AllocatePartyCommand
  | AllocateExternalPartyCommand
  | ChangePartyKeysCommand
  | UpdatePartyCommand
  | CreateUserCommand
  | UpdateUserCommand
  | DeleteUserCommand
  | MoveUserCommand
  | MovePartyCommand
  | UserRightsCommand
  | CreateIdentityProviderCommand
  | UpdateIdentityProviderCommand
  | DeleteIdentityProviderCommand;

export interface ParticipantLimits {
  /** Rights one user may hold. */
  readonly maxRightsPerUser: number;
  /** Identity providers in addition to the default one. */
  readonly maxIdentityProviders: number;
}

/** The inputs of a decision on the participant besides the state. */
export interface ParticipantContext {
  readonly recordTime: Micros;
  /** A fresh text for a party without a hint, `[a-z0-9-]`. */
  readonly freshName: string;
  readonly limits: ParticipantLimits;
}
