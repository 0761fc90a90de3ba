import * as t from "io-ts";
import type { JsonObject } from "../values/json.js";
import type { ParticipantEvent } from "./ledger-event.js";

const annotations = t.record(t.string, t.string);

const RightCodec = t.union([
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

const rightsOfUser = t.type({
  userId: t.string,
  rights: t.array(RightCodec),
  recordTime: t.number,
});

const userFields = {
  userId: t.string,
  primaryParty: t.string,
  isDeactivated: t.boolean,
  annotations,
  identityProviderId: t.string,
  primaryPartyAuthentication: t.boolean,
  recordTime: t.number,
};

const identityProvider = t.type({
  identityProviderId: t.string,
  issuer: t.string,
  jwksUrl: t.string,
  isDeactivated: t.boolean,
  audience: t.string,
  recordTime: t.number,
});

const PackageVettingCodec = t.intersection([
  t.type({ packageId: t.string, isVetted: t.boolean }),
  t.partial({ validFromInclusive: t.number, validUntilExclusive: t.number }),
]);

/** The fields of each event about the participant in its current version. */
export const participantEventCodecs: Readonly<Record<ParticipantEvent["type"], t.Mixed>> = {
  LedgerInitialized: t.type({
    participantId: t.string,
    synchronizerId: t.string,
    recordTime: t.number,
  }),
  PackageRegistered: t.type({
    packageId: t.string,
    name: t.string,
    version: t.string,
    model: t.unknown,
    isVetted: t.boolean,
    recordTime: t.number,
  }),
  PackagesVettingChanged: t.type({
    changes: t.array(PackageVettingCodec),
    recordTime: t.number,
  }),
  PartyAllocated: t.type({
    party: t.string,
    annotations,
    identityProviderId: t.string,
    recordTime: t.number,
  }),
  PartyUpdated: t.type({
    party: t.string,
    annotations,
    identityProviderId: t.string,
    resourceVersion: t.number,
    recordTime: t.number,
  }),
  PartyKeysChanged: t.type({
    party: t.string,
    keys: t.array(t.type({ keySpec: t.string, fingerprint: t.string, publicKey: t.string })),
    threshold: t.number,
    serial: t.number,
    recordTime: t.number,
  }),
  UserCreated: t.type({ ...userFields, rights: t.array(RightCodec) }),
  UserUpdated: t.type({ ...userFields, resourceVersion: t.number }),
  UserDeleted: t.type({ userId: t.string, recordTime: t.number }),
  UserIdentityProviderChanged: t.type({
    userId: t.string,
    identityProviderId: t.string,
    resourceVersion: t.number,
    recordTime: t.number,
  }),
  UserRightsGranted: rightsOfUser,
  UserRightsRevoked: rightsOfUser,
  IdentityProviderConfigCreated: identityProvider,
  IdentityProviderConfigUpdated: identityProvider,
  IdentityProviderConfigDeleted: t.type({ identityProviderId: t.string, recordTime: t.number }),
};

/**
 * Turns the fields of an event of one version into those of the next. Of an event type the first leads from version 1
 * to 2, the second from 2 to 3, and so on. When the schema of a type changes, its step goes here, and the golden file of
 * the old version stays.
 */
export type EventUpcaster = (fields: JsonObject) => JsonObject;

/** The upcasters of the events about the participant. */
export const participantUpcasters: Readonly<
  Partial<Record<ParticipantEvent["type"], ReadonlyArray<EventUpcaster>>>
> = {
  // before packages could be unvetted, each was usable from its registration on
  PackageRegistered: [(fields) => ({ ...fields, isVetted: true })],
  UserCreated: [(fields) => ({ ...fields, primaryPartyAuthentication: false })],
};
