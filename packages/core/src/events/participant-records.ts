import type { PackageId, UserId } from "../values/ids.js";
import * as t from "io-ts";

/** The type of a codec as it is used: read-only, and no field is present but undefined. */
export type Immutable<A> =
  A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Immutable<Item>>
    : A extends object
      ? { readonly [K in keyof A]: Immutable<Exclude<A[K], undefined>> }
      : A;

const annotations = t.record(t.string, t.string);

const PartyKey = t.type({
  keySpec: t.string,
  fingerprint: t.string,
  /** SubjectPublicKeyInfo as DER, Base64. */
  publicKey: t.string,
});
/** A public key that an external party signs with. */
export interface PartyKey extends Immutable<t.TypeOf<typeof PartyKey>> {}

/** The keys of a party that signs outside of the node. */
export const PartyKeys = t.type({
  keys: t.array(PartyKey),
  /** Keys that must sign. */
  threshold: t.number,
  /** 1 at first, plus one with each change of the keys. */
  serial: t.number,
});
export interface PartyKeys extends Immutable<t.TypeOf<typeof PartyKeys>> {}

const TopologySignature = t.type({
  /** Fingerprint of the key. */
  signedBy: t.string,
  format: t.string,
  algorithm: t.string,
  /** Base64. */
  signature: t.string,
});

/** The signed topology transactions by which a party got its keys: enough to check them again. */
export const KeysAuthorization = t.type({
  transactions: t.array(
    /** The transaction as it came, Base64, with the signatures over it alone. */
    t.type({ transaction: t.string, signatures: t.array(TopologySignature) }),
  ),
  /** Over all of them. */
  signatures: t.array(TopologySignature),
});
export interface KeysAuthorization extends Immutable<t.TypeOf<typeof KeysAuthorization>> {}

/** The data of a party (ledger-api 2.10). */
export const PartyDetails = t.type({
  party: t.string,
  annotations,
  /** "" is the default provider. */
  identityProviderId: t.string,
});

/** A party hosted on this participant (ledger-api 2.10). */
export interface Party extends Immutable<t.TypeOf<typeof PartyDetails>> {
  /** Grows by one with each change; the wire shows it as text. */
  readonly resourceVersion: number;
  /** Set for an external party: only what its keys signed is done in its name. */
  readonly external?: PartyKeys;
}

/** A right of a user (ledger-api 9.3). */
export const UserRight = t.union([
  t.type({
    kind: t.keyof({ CanActAs: null, CanReadAs: null, CanExecuteAs: null }),
    party: t.string,
  }),
  t.type({
    kind: t.keyof({
      CanReadAsAnyParty: null,
      CanExecuteAsAnyParty: null,
      ParticipantAdmin: null,
      IdentityProviderAdmin: null,
    }),
  }),
]);
export type UserRight = Immutable<t.TypeOf<typeof UserRight>>;

/**
 * The data of a user in addition to its rights (ledger-api 2.11). A field added here is in the
 * events, the state and the commands.
 */
export const UserDetails = t.type({
  userId: t.string,
  /** "" for none. */
  primaryParty: t.string,
  isDeactivated: t.boolean,
  annotations,
  /** "" is the default provider. */
  identityProviderId: t.string,
  primaryPartyAuthentication: t.boolean,
});
/** The data of a user in addition to its rights (ledger-api 2.11). */
export interface UserDetails extends Immutable<t.TypeOf<typeof UserDetails>> {}

/** A user of this participant, with the rights held now (ledger-api 2.11). */
export interface User extends UserDetails {
  readonly rights: ReadonlyArray<UserRight>;
  /** Grows by one with each change of the user (not of its rights); the wire shows it as text. */
  readonly resourceVersion: number;
}

/** An identity provider whose tokens this participant accepts (specification 2.2, ledger-api 8). */
export const IdentityProviderConfig = t.type({
  identityProviderId: t.string,
  issuer: t.string,
  jwksUrl: t.string,
  isDeactivated: t.boolean,
  /** "": the audience of a token is not checked. */
  audience: t.string,
});
export interface IdentityProviderConfig
  extends Immutable<t.TypeOf<typeof IdentityProviderConfig>> {}

/** A package this participant has vetted, and from when until when (ledger-api 2.13). */
export interface VettedPackage {
  readonly packageId: PackageId;
  readonly validFromInclusive?: bigint;
  readonly validUntilExclusive?: bigint;
}

/**
 * The caller of an administrative change, for the rules that depend on it (ledger-api 9.2). Absent:
 * the embedding program itself.
 */
export interface RequestedBy {
  readonly userId: UserId;
  readonly participantAdmin: boolean;
  /** The provider of the user. */
  readonly identityProviderId: string;
}
