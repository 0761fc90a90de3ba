import {
  identityProviderConfig,
  keysAuthorization,
  partyDetails,
  partyKeys,
  userDetails,
  userRight,
} from "./participant-records.js";
import { type EventOf, optional, type RecordOf, recordPart } from "./stored-fields.js";
import {
  anyJson,
  flag,
  listPart,
  micros,
  number,
  ownText,
  packageId,
  partyId,
  userId,
  yes,
} from "./stored-part.js";

const recordTime = micros;

const packageVetting = {
  packageId,
  isVetted: flag,
  // digits: a time may lie after those that a number holds exactly
  validFromInclusive: optional(ownText),
  validUntilExclusive: optional(ownText),
};
/** Whether a package may be used by new submissions, and from when until when (ledger-api 2.13). */
export interface PackageVetting extends RecordOf<typeof packageVetting> {}

const rightsOfUser = { userId, rights: listPart(userRight), recordTime };

const identityProvider = { ...identityProviderConfig, recordTime };

/**
 * The fields of each event about the participant, in the order in which the journal has them. The
 * types of the events follow from them.
 */
export const participantEvents = {
  LedgerInitialized: { participantId: ownText, synchronizerId: ownText, recordTime },
  PackageRegistered: {
    packageId,
    name: ownText,
    version: ownText,
    /**
     * What the package consists of; for one given in TypeScript the very model its id is the
     * SHA-256 of. JSON, as it is read from JSON text.
     */
    model: anyJson,
    /** False when it may not be used before it is vetted. */
    isVetted: flag,
    recordTime,
  },
  /** Only the packages for which something changed. */
  PackagesVettingChanged: { changes: listPart(recordPart(packageVetting)), recordTime },
  PartyAllocated: { ...partyDetails, recordTime },
  /** The party as it is after the change. */
  PartyUpdated: { ...partyDetails, resourceVersion: number, recordTime },
  /** A party signs outside of the node, with these keys from here on (specification 4.7). */
  PartyKeysChanged: {
    party: partyId,
    ...partyKeys,
    recordTime,
    authorization: optional(recordPart(keysAuthorization)),
  },
  UserCreated: {
    ...userDetails,
    recordTime,
    rights: listPart(userRight),
    /** Made by the node itself, once: not again after it was deleted. */
    once: optional(yes),
  },
  /** The user as it is after the change; its rights do not change. */
  UserUpdated: { ...userDetails, recordTime, resourceVersion: number },
  /** Its rights are removed with it. */
  UserDeleted: { userId, recordTime },
  UserIdentityProviderChanged: {
    userId,
    identityProviderId: ownText,
    resourceVersion: number,
    recordTime,
  },
  /** Only rights not held before. */
  UserRightsGranted: rightsOfUser,
  /** Only rights held before. */
  UserRightsRevoked: rightsOfUser,
  IdentityProviderConfigCreated: identityProvider,
  /** The provider as it is after the change. */
  IdentityProviderConfigUpdated: identityProvider,
  IdentityProviderConfigDeleted: { identityProviderId: ownText, recordTime },
};

type Events = typeof participantEvents;

/** Everything that changes the participant rather than its contracts. */
export type ParticipantEvent = EventOf<Events>;

/** A package became usable on this ledger. */
export type PackageRegistered = EventOf<Events, "PackageRegistered">;
/** Packages were vetted or unvetted. */
export type PackagesVettingChanged = EventOf<Events, "PackagesVettingChanged">;
/** A party signs with these keys from here on. */
export type PartyKeysChanged = EventOf<Events, "PartyKeysChanged">;
/** A user of this participant exists. */
export type UserCreated = EventOf<Events, "UserCreated">;
/** A user as it is after a change. */
export type UserUpdated = EventOf<Events, "UserUpdated">;
/** A user holds further rights. */
export type UserRightsGranted = EventOf<Events, "UserRightsGranted">;
/** A user lost rights. */
export type UserRightsRevoked = EventOf<Events, "UserRightsRevoked">;
