import { wirePartyId } from "../types/wire-ids.js";
import { type Party, defaultProviderId } from "@tallystick/core";
import type { TypeOf } from "io-ts";
import { ObjectMeta, metadataOf, noMetadata } from "./object-meta.js";
import { wireBoolean } from "../types/wire-kinds.js";
import { wireObject, wireString } from "../types/wire-type.js";
import { defaulted, optional } from "../types/wire-field.js";

/** A party in requests and answers (ledger-api 2.10). */
export const PartyDetails = wireObject(
  "PartyDetails",
  {
    party: defaulted(wirePartyId, ""),
    isLocal: defaulted(wireBoolean, false),
    localMetadata: optional(ObjectMeta),
    identityProviderId: defaulted(wireString, ""),
  },
  ["party"],
);

/** The decoded form of `PartyDetails`. */
export type PartyDetails = TypeOf<typeof PartyDetails>;

/** A party of this node as answers show it. */
export const partyToWire = (party: Party): PartyDetails => ({
  party: party.party,
  isLocal: true,
  localMetadata: metadataOf(party),
  identityProviderId: party.identityProviderId,
});

/**
 * A party as shown in an identity provider: of another provider's party only that it exists, and in
 * the default provider that it is hosted here (ledger-api 2.10).
 */
export const partySeenFrom =
  (identityProviderId: string) =>
  (party: Party): PartyDetails =>
    party.identityProviderId === identityProviderId
      ? partyToWire(party)
      : {
          party: party.party,
          isLocal: identityProviderId === defaultProviderId,
          localMetadata: noMetadata,
          identityProviderId: "",
        };
