import type {
  IdentityProviderConfig,
  Micros,
  RequestedBy,
  UserDetails,
  UserRight,
  VettedPackage,
  VettingChange,
  PackageId,
  PartyId,
  UserId,
} from "@tallystick/core";

/** A request to host a party (ledger-api 2.10). */
export interface AllocateParty {
  /** Empty or absent: the node chooses a name. */
  readonly partyIdHint?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly identityProviderId?: string;
  /** "" lets the node choose. */
  readonly synchronizerId?: string;
  /** This user receives CanActAs for the new party. */
  readonly userId?: UserId;
  /** Parties that user may act as at most, with this one; absent: as many as it likes. */
  readonly maxPartiesOfUser?: number;
}

/** A change of a party's local details (ledger-api 2.10, 3.4). */
export interface UpdateParty {
  readonly party: PartyId;
  /**
   * Field mask, snake_case: `local_metadata.annotations`, `local_metadata`,
   * `local_metadata.resource_version`, `is_local`, `party`, `identity_provider_id`.
   */
  readonly updateMask: ReadonlyArray<string>;
  /** Keys are set, keys with an empty value removed. */
  readonly annotations: Readonly<Record<string, string>>;
  /** "" for no check, else the text of the version the change is based on. */
  readonly resourceVersion: string;
  /** The provider the request names; PERMISSION_DENIED when the party belongs to another. */
  readonly identityProviderId: string;
  readonly isLocal: boolean;
}

/** A request for a new user (ledger-api 2.11). */
export interface CreateUser extends Partial<Omit<UserDetails, "userId">> {
  readonly userId: UserId;
  readonly rights?: ReadonlyArray<UserRight>;
  /**
   * For a user that a program makes by itself at its start: when it was made so before and someone
   * has deleted it, it stays deleted (USER_ALREADY_EXISTS).
   */
  readonly once?: true;
}

/**
 * A change of a user (ledger-api 9.2). Of the annotations, keys are set, and keys with an empty
 * value removed. The identity provider is the one the request names; PERMISSION_DENIED when the
 * user belongs to another.
 */
export interface UpdateUser extends UserDetails {
  /**
   * Field mask, snake_case: `primary_party`, `is_deactivated`, `metadata.annotations`, `metadata`,
   * `metadata.resource_version`, `primary_party_authentication`, `id`, `identity_provider_id`.
   */
  readonly updateMask: ReadonlyArray<string>;
  /** "" for no check. */
  readonly resourceVersion: string;
}

/**
 * In addition to the rights themselves, what a change of rights is checked against (ledger-api
 * 9.2).
 */
export interface RightsContext {
  /** The provider the request names; absent: not checked. */
  readonly identityProviderId?: string;
  readonly by?: RequestedBy;
}

/** A change of an identity provider (ledger-api 8.2). */
export interface UpdateIdentityProvider {
  readonly config: IdentityProviderConfig;
  /**
   * Field mask, snake_case: `is_deactivated`, `jwks_url`, `issuer`, `audience`,
   * `identity_provider_id`.
   */
  readonly updateMask: ReadonlyArray<string>;
}

/** A page of a list ordered by id. */
export interface PageQuery {
  /** Ids after this one; "" from the beginning. */
  readonly after: string;
  readonly limit: number;
  /** Only those of this provider; absent: of all. */
  readonly identityProviderId?: string;
}

/** What this participant has vetted. */
export interface Vetting {
  readonly packages: ReadonlyArray<VettedPackage>;
  /** Grows by one with each change; 0 before the first. */
  readonly serial: number;
}

/** A change of what is vetted. */
export interface UpdateVetting {
  readonly changes: ReadonlyArray<VettingChange>;
  readonly dryRun: boolean;
  /** The serial the change is based on; absent: not checked. */
  readonly expectedSerial?: number;
  /** Vets packages although packages they need are not vetted. */
  readonly allowUnvettedDependencies: boolean;
}

/** What was uploaded as one DAR. */
export interface UploadedDar {
  readonly mainPackageId: string;
  /** Of all packages of the DAR, those known before included. */
  readonly packageIds: ReadonlyArray<PackageId>;
}

/** The archive of a package as it came. */
export interface PackageArchive {
  readonly packageId: PackageId;
  /** The archive payload, whose SHA-256 is the package id. */
  readonly payload: Uint8Array;
}

/** A package that a participant knows. */
export interface KnownPackage {
  readonly packageId: PackageId;
  readonly name: string;
  readonly version: string;
  /** When it was registered; microseconds since the Unix epoch. */
  readonly knownSince: Micros;
}
