import type { PartyKey, UserRight } from "./participant-event.js";
import type { Micros } from "../values/time.js";

/** The keys of a party that signs outside of the node. */
export interface PartyKeys {
  readonly keys: ReadonlyArray<PartyKey>;
  /** Keys that must sign. */
  readonly threshold: number;
  /** Grows by one with each change of the keys. */
  readonly serial: number;
}

/** A party hosted on this participant (ledger-api 2.10). */
export interface Party {
  readonly party: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** "" is the default provider. */
  readonly identityProviderId: string;
  /** Grows by one with each change; the wire shows it as text. */
  readonly resourceVersion: number;
  /** Set for an external party: only what its keys signed is done in its name. */
  readonly external?: PartyKeys;
}

/** A user of this participant, with the rights held now (ledger-api 2.11). */
export interface User {
  readonly userId: string;
  /** "" for none. */
  readonly primaryParty: string;
  readonly isDeactivated: boolean;
  readonly annotations: Readonly<Record<string, string>>;
  /** "" is the default provider. */
  readonly identityProviderId: string;
  readonly primaryPartyAuthentication: boolean;
  readonly rights: ReadonlyArray<UserRight>;
  /** Grows by one with each change of the user (not of its rights); the wire shows it as text. */
  readonly resourceVersion: number;
}

/** An identity provider whose tokens this participant accepts (specification 2.2, ledger-api 8). */
export interface IdentityProviderConfig {
  readonly identityProviderId: string;
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly isDeactivated: boolean;
  /** "": the audience of a token is not checked. */
  readonly audience: string;
}

/** A package this participant has vetted, and from when until when (ledger-api 2.13). */
export interface VettedPackage {
  readonly packageId: string;
  readonly validFromInclusive?: Micros;
  readonly validUntilExclusive?: Micros;
}

/**
 * Who asks for an administrative change, for the rules that depend on it (ledger-api 9.2). Absent:
 * the embedding program itself.
 */
export interface RequestedBy {
  readonly userId: string;
  readonly participantAdmin: boolean;
  /** The provider of the user. */
  readonly identityProviderId: string;
}
