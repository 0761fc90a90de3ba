import * as t from "io-ts";
import type { ParticipantEvent } from "./participant-event.js";

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

/** The fields of each event about the participant. */
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
