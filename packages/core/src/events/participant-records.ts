import type { PackageId, UserId } from "../values/ids.js";
import { optional, type RecordOf, recordPart, tagged } from "./stored-fields.js";
import {
  flag,
  listPart,
  number,
  oneOf,
  ownText,
  type PartOf,
  partyId,
  mapPart,
  userId,
} from "./stored-part.js";

const partyKey = {
  keySpec: ownText,
  fingerprint: ownText,
  /** SubjectPublicKeyInfo as DER, Base64. */
  publicKey: ownText,
};
/** A public key that an external party signs with. */
export interface PartyKey extends RecordOf<typeof partyKey> {}

/** The stored fields of {@link PartyKeys}. */
export const partyKeys = {
  keys: listPart(recordPart(partyKey)),
  /** Keys that must sign. */
  threshold: number,
  /** 1 at first, plus one with each change of the keys. */
  serial: number,
};
/** The keys of a party that signs outside of the node. */
export interface PartyKeys extends RecordOf<typeof partyKeys> {}

const topologySignatures = listPart(
  recordPart({
    /** Fingerprint of the key. */
    signedBy: ownText,
    format: ownText,
    algorithm: ownText,
    /** Base64. */
    signature: ownText,
  }),
);

/** The stored fields of {@link KeysAuthorization}. */
export const keysAuthorization = {
  /** Each as it came, Base64, with the signatures over it alone. */
  transactions: listPart(recordPart({ transaction: ownText, signatures: topologySignatures })),
  /** Over all of them. */
  signatures: topologySignatures,
};
/** The signed topology transactions by which a party got its keys: enough to check them again. */
export interface KeysAuthorization extends RecordOf<typeof keysAuthorization> {}

/** The data of a party (ledger-api 2.10). */
export const partyDetails = {
  party: partyId,
  annotations: mapPart,
  /** "" is the default provider. */
  identityProviderId: ownText,
  /** Set for a party of the ledger that this one was forked from: whether it can act here. */
  imported: optional(oneOf("acting", "idle")),
};

/** A party hosted on this participant (ledger-api 2.10). */
export interface Party extends RecordOf<typeof partyDetails> {
  /** Grows by one with each change; the wire shows it as text. */
  readonly resourceVersion: number;
  /** Set for an external party: only what its keys signed is done in its name. */
  readonly external?: PartyKeys;
}

const ofParty = { party: partyId };

/** The stored form of {@link UserRight}. */
export const userRight = tagged("kind", {
  CanActAs: ofParty,
  CanReadAs: ofParty,
  CanExecuteAs: ofParty,
  CanReadAsAnyParty: {},
  CanExecuteAsAnyParty: {},
  ParticipantAdmin: {},
  IdentityProviderAdmin: {},
});
/** A right of a user (ledger-api 9.3). */
export type UserRight = PartOf<typeof userRight>;

/** The stored fields of {@link UserDetails}. One added here is in the state and the commands. */
export const userDetails = {
  userId,
  /** "" for none. */
  primaryParty: partyId,
  isDeactivated: flag,
  annotations: mapPart,
  /** "" is the default provider. */
  identityProviderId: ownText,
  primaryPartyAuthentication: flag,
};
/** The data of a user in addition to its rights (ledger-api 2.11). */
export interface UserDetails extends RecordOf<typeof userDetails> {}

/** A user of this participant, with the rights held now (ledger-api 2.11). */
export interface User extends UserDetails {
  readonly rights: ReadonlyArray<UserRight>;
  /** Grows by one with each change of the user (not of its rights); the wire shows it as text. */
  readonly resourceVersion: number;
}

/** The stored fields of {@link IdentityProviderConfig}. */
export const identityProviderConfig = {
  identityProviderId: ownText,
  issuer: ownText,
  jwksUrl: ownText,
  isDeactivated: flag,
  /** "": the audience of a token is not checked. */
  audience: ownText,
};
/** An identity provider whose tokens this participant accepts (specification 2.2, ledger-api 8). */
export interface IdentityProviderConfig extends RecordOf<typeof identityProviderConfig> {}

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
