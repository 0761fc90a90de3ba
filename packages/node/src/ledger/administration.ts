import type {
  IdentityProviderConfig,
  LedgerError,
  Party,
  RequestedBy,
  User,
  UserRight,
  PackageId,
  PartyId,
  UserId,
} from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";
import type {
  AllocateParty,
  UpdateParty,
  CreateUser,
  UpdateUser,
  RightsContext,
  UpdateIdentityProvider,
  PageQuery,
  KnownPackage,
  Vetting,
  UpdateVetting,
  UploadedDar,
  PackageArchive,
} from "./administration-requests.js";

/** An outcome, once it is durable. */
export type Outcome<A> = Promise<Either<LedgerError, A>>;

/**
 * Users, rights, identity providers, parties and packages of a participant. All changes are events
 * of the journal.
 */
export interface Administration {
  /**
   * Parties by id; `prefix` keeps those whose id starts with it.
   *
   * @param query where the page begins and how long it is
   */
  parties(query: PageQuery & { readonly prefix?: string }): ReadonlyArray<Party>;
  /**
   * The party, or undefined when it is not hosted here.
   *
   * @param party its id
   */
  party(party: PartyId): Party | undefined;
  /**
   * Hosts a party. Left INVALID_ARGUMENT when its id is taken or the hint is none,
   * PERMISSION_DENIED when a user may have no more.
   *
   * @param request its name, and who may act for it
   * @param by who asks, where rights are checked; a program leaves it out
   * @returns the party with its full id
   * @example
   * import { orThrow } from "@tallystick/node";
   * declare const ledger: import("@tallystick/node").Ledger;
   *
   * const { party } = orThrow(await ledger.allocateParty({ partyIdHint: "alice" }));
   * console.log(party); // alice::1220...
   */
  allocateParty(request: AllocateParty, by?: RequestedBy): Outcome<Party>;
  /**
   * Changes the local details of a party. Left PARTY_NOT_FOUND,
   * INVALID_PARTY_DETAILS_UPDATE_REQUEST, MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED,
   * CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED when the resource version is an old one.
   *
   * @param request what becomes of which fields
   * @param by who asks, where rights are checked; a program leaves it out
   */
  updateParty(request: UpdateParty, by?: RequestedBy): Outcome<Party>;
  /**
   * Gives a party to another identity provider. Left PARTY_NOT_FOUND, also for a party of another
   * provider; INVALID_ARGUMENT for a provider that is not known.
   *
   * @param party its id
   * @param sourceProviderId the provider it has now; "" for the default one
   * @param targetProviderId the provider it gets; "" for the default one
   */
  moveParty(party: PartyId, sourceProviderId: string, targetProviderId: string): Outcome<void>;

  /**
   * Users by id.
   *
   * @param query where the page begins and how long it is
   */
  users(query: PageQuery): ReadonlyArray<User>;
  /**
   * The user, or undefined when there is none.
   *
   * @param userId its id
   */
  user(userId: UserId): User | undefined;
  /**
   * Makes a user. Left USER_ALREADY_EXISTS, INVALID_FIELD, TOO_MANY_USER_RIGHTS, PERMISSION_DENIED.
   *
   * @param request its id, its rights and what else is known of it
   * @param by who asks, where rights are checked; a program leaves it out
   * @example
   * import { orThrow } from "@tallystick/node";
   * declare const ledger: import("@tallystick/node").Ledger;
   * declare const alice: string;
   *
   * const rights = [{ kind: "CanActAs" as const, party: alice }];
   * orThrow(await ledger.createUser({ userId: "clerk", primaryParty: alice, rights }));
   */
  createUser(request: CreateUser, by?: RequestedBy): Outcome<User>;
  /**
   * Changes a user. Left USER_NOT_FOUND, INVALID_USER_UPDATE_REQUEST,
   * MAX_USER_ANNOTATIONS_SIZE_EXCEEDED, CONCURRENT_USER_UPDATE_DETECTED when the resource version
   * is an old one.
   *
   * @param request what becomes of which fields
   * @param by who asks, where rights are checked; a program leaves it out
   */
  updateUser(request: UpdateUser, by?: RequestedBy): Outcome<User>;
  /**
   * Deletes a user with its rights; tokens of it are rejected from then on. Left USER_NOT_FOUND,
   * PERMISSION_DENIED.
   *
   * @param userId its id
   * @param identityProviderId the provider the request names; absent: not checked
   * @param by who asks, where rights are checked; a program leaves it out
   */
  deleteUser(userId: UserId, identityProviderId?: string, by?: RequestedBy): Outcome<void>;
  /**
   * Gives a user to another identity provider. Left USER_NOT_FOUND, IDP_CONFIG_NOT_FOUND,
   * PERMISSION_DENIED.
   *
   * @param userId its id
   * @param sourceProviderId the provider it has now; "" for the default one
   * @param targetProviderId the provider it gets; "" for the default one
   */
  moveUser(userId: UserId, sourceProviderId: string, targetProviderId: string): Outcome<void>;
  /**
   * The rights of a user. Left USER_NOT_FOUND for an unknown user.
   *
   * @param userId its id
   */
  userRights(userId: UserId): Either<LedgerError, ReadonlyArray<UserRight>>;
  /**
   * Gives a user rights. Left USER_NOT_FOUND, INVALID_FIELD, TOO_MANY_USER_RIGHTS,
   * PERMISSION_DENIED.
   *
   * @param userId its id
   * @param rights such as `{ kind: "CanActAs", party }`; those it has already are passed over
   * @param context what the change is checked against in addition
   * @returns only the rights not held before
   */
  grantUserRights(
    userId: UserId,
    rights: ReadonlyArray<UserRight>,
    context?: RightsContext,
  ): Outcome<ReadonlyArray<UserRight>>;
  /**
   * Takes rights from a user; streams that were opened with them end. Left as `grantUserRights`.
   *
   * @param userId its id
   * @param rights those it does not have are passed over
   * @param context what the change is checked against in addition
   * @returns only the rights held before
   */
  revokeUserRights(
    userId: UserId,
    rights: ReadonlyArray<UserRight>,
    context?: RightsContext,
  ): Outcome<ReadonlyArray<UserRight>>;

  /** All identity providers but the default one, by id. */
  identityProviders(): ReadonlyArray<IdentityProviderConfig>;
  /**
   * The identity provider, or undefined when there is none.
   *
   * @param identityProviderId its id
   */
  identityProvider(identityProviderId: string): IdentityProviderConfig | undefined;
  /**
   * Adds an identity provider, whose tokens are accepted from then on. Left
   * IDP_CONFIG_ALREADY_EXISTS, IDP_CONFIG_ISSUER_ALREADY_EXISTS,
   * TOO_MANY_IDENTITY_PROVIDER_CONFIGS, INVALID_FIELD.
   *
   * @param config its id, its issuer and where its keys are
   */
  createIdentityProvider(config: IdentityProviderConfig): Outcome<IdentityProviderConfig>;
  /**
   * Changes or deactivates an identity provider. Left IDP_CONFIG_NOT_FOUND,
   * IDP_CONFIG_ISSUER_ALREADY_EXISTS, INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST.
   *
   * @param request what becomes of which fields
   */
  updateIdentityProvider(request: UpdateIdentityProvider): Outcome<IdentityProviderConfig>;
  /**
   * Removes an identity provider that no user and no party has. Left IDP_CONFIG_NOT_FOUND,
   * IDP_CONFIG_IN_USE.
   *
   * @param identityProviderId its id
   */
  deleteIdentityProvider(identityProviderId: string): Outcome<void>;

  /**
   * Reads a DAR and registers its packages (ledger-api 2.13, daml-lf A); those known already are
   * skipped. Left INVALID_DAR, DAR_PARSE_ERROR, ZIP_BOMB, DAR_VALIDATION_ERROR,
   * KNOWN_PACKAGE_VERSION.
   *
   * @param bytes of the file
   * @param vetAllPackages true: they are vetted too
   */
  uploadDar(bytes: Uint8Array, vetAllPackages: boolean): Outcome<UploadedDar>;
  /**
   * The same checks, without a change.
   *
   * @param bytes of the file
   */
  validateDar(bytes: Uint8Array): Outcome<UploadedDar>;
  /**
   * The archive of a package. Left PACKAGE_NOT_FOUND, also for packages given in TypeScript, which
   * have no archive; INDEX_DB_SQL_TRANSIENT_ERROR when the store does not answer.
   *
   * @param packageId its id
   */
  packageArchive(packageId: PackageId): Outcome<PackageArchive>;
  /** The packages that it knows, and since when. */
  knownPackages(): ReadonlyArray<KnownPackage>;
  /** Which packages take commands. */
  vetting(): Vetting;
  /**
   * Takes packages into use for commands, or out of it. Left UNRESOLVED_VETTING_REFERENCE,
   * AMBIGUOUS_VETTING_REFERENCE, KNOWN_PACKAGE_VERSION, TOPOLOGY_DEPENDENCIES_NOT_VETTED,
   * TOPOLOGY_SERIAL_MISMATCH.
   *
   * @param request which packages, and what the change is based on
   * @returns what was vetted before, and now
   */
  updateVetting(request: UpdateVetting): Outcome<{ readonly past: Vetting; readonly now: Vetting }>;
}
