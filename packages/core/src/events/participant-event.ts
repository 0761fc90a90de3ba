import * as t from "io-ts";
import type { Json } from "../values/json.js";
import {
  IdentityProviderConfig,
  type Immutable,
  KeysAuthorization,
  PartyDetails,
  PartyKeys,
  UserDetails,
  UserRight,
} from "./participant-records.js";

// microseconds since the Unix epoch
const recordTime = t.number;

const PackageVetting = t.intersection([
  t.type({ packageId: t.string, isVetted: t.boolean }),
  // digits: a time may lie after those that a number holds exactly
  t.partial({ validFromInclusive: t.string, validUntilExclusive: t.string }),
]);
/** Whether a package may be used by new submissions, and from when until when (ledger-api 2.13). */
export type PackageVetting = Immutable<t.TypeOf<typeof PackageVetting>>;

const rightsOfUser = t.type({ userId: t.string, rights: t.array(UserRight), recordTime });

const identityProvider = t.type({ ...IdentityProviderConfig.props, recordTime });

/**
 * The fields of each event about the participant, in the order in which the journal has them. The
 * types of the events follow from them.
 */
export const participantEventCodecs = {
  LedgerInitialized: t.type({ participantId: t.string, synchronizerId: t.string, recordTime }),
  PackageRegistered: t.type({
    packageId: t.string,
    name: t.string,
    version: t.string,
    /**
     * What the package consists of; for one given in TypeScript the very model its id is the
     * SHA-256 of. JSON, as it is read from JSON text.
     */
    model: t.unknown,
    /** False when it may not be used before it is vetted. */
    isVetted: t.boolean,
    recordTime,
  }),
  /** Only the packages for which something changed. */
  PackagesVettingChanged: t.type({ changes: t.array(PackageVetting), recordTime }),
  PartyAllocated: t.type({ ...PartyDetails.props, recordTime }),
  /** The party as it is after the change. */
  PartyUpdated: t.type({ ...PartyDetails.props, resourceVersion: t.number, recordTime }),
  /** A party signs outside of the node, with these keys from here on (specification 4.7). */
  PartyKeysChanged: t.intersection([
    t.type({ party: t.string, ...PartyKeys.props, recordTime }),
    t.partial({ authorization: KeysAuthorization }),
  ]),
  UserCreated: t.intersection([
    t.type({ ...UserDetails.props, recordTime, rights: t.array(UserRight) }),
    /** Made by the node itself, once: not again after it was deleted. */
    t.partial({ once: t.literal(true) }),
  ]),
  /** The user as it is after the change; its rights do not change. */
  UserUpdated: t.type({ ...UserDetails.props, recordTime, resourceVersion: t.number }),
  /** Its rights are removed with it. */
  UserDeleted: t.type({ userId: t.string, recordTime }),
  UserIdentityProviderChanged: t.type({
    userId: t.string,
    identityProviderId: t.string,
    resourceVersion: t.number,
    recordTime,
  }),
  /** Only rights not held before. */
  UserRightsGranted: rightsOfUser,
  /** Only rights held before. */
  UserRightsRevoked: rightsOfUser,
  IdentityProviderConfigCreated: identityProvider,
  /** The provider as it is after the change. */
  IdentityProviderConfigUpdated: identityProvider,
  IdentityProviderConfigDeleted: t.type({ identityProviderId: t.string, recordTime }),
};

type Codecs = typeof participantEventCodecs;

type FieldsOf<K extends keyof Codecs> = Immutable<t.TypeOf<Codecs[K]>>;

type EventOf<K extends keyof Codecs> = { readonly type: K } & (K extends "PackageRegistered"
  ? Omit<FieldsOf<K>, "model"> & { readonly model: Json }
  : FieldsOf<K>);

/** Everything that changes the participant rather than its contracts. */
export type ParticipantEvent = { readonly [K in keyof Codecs]: EventOf<K> }[keyof Codecs];

/** A package became usable on this ledger. */
export type PackageRegistered = EventOf<"PackageRegistered">;
/** Packages were vetted or unvetted. */
export type PackagesVettingChanged = EventOf<"PackagesVettingChanged">;
/** A party signs with these keys from here on. */
export type PartyKeysChanged = EventOf<"PartyKeysChanged">;
/** A user of this participant exists. */
export type UserCreated = EventOf<"UserCreated">;
/** A user as it is after a change. */
export type UserUpdated = EventOf<"UserUpdated">;
/** A user holds further rights. */
export type UserRightsGranted = EventOf<"UserRightsGranted">;
/** A user lost rights. */
export type UserRightsRevoked = EventOf<"UserRightsRevoked">;
