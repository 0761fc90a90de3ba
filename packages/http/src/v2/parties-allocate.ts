import { invalidArgument, type Party, wire } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { endpoint, nothing, ok } from "../endpoint.js";
import { wireBoolean, wireMap } from "../wire/wire-kinds.js";

const { defaulted, optional, required, wireObject, wireString } = wire;

const ObjectMeta = wireObject("ObjectMeta", {
  resourceVersion: defaulted(wireString, ""),
  annotations: defaulted(wireMap(wireString), {}),
});

const AllocatePartyRequest = wireObject("AllocatePartyRequest", {
  partyIdHint: defaulted(wireString, ""),
  localMetadata: optional(ObjectMeta),
  identityProviderId: defaulted(wireString, ""),
  synchronizerId: defaulted(wireString, ""),
  userId: defaulted(wireString, ""),
});

const PartyDetails = wireObject("PartyDetails", {
  party: required(wireString),
  isLocal: required(wireBoolean),
  localMetadata: required(ObjectMeta),
  identityProviderId: required(wireString),
});

/** A party of this node as answers show it. */
const detailsOf = (party: Party): TypeOf<typeof PartyDetails> => ({
  party: party.party,
  isLocal: true,
  localMetadata: {
    resourceVersion: String(party.resourceVersion),
    annotations: party.annotations,
  },
  identityProviderId: party.identityProviderId,
});

/** `POST /v2/parties` (ledger-api 2.10). */
export const partiesAllocate = endpoint({
  method: "POST",
  path: "/v2/parties",
  summary: "Allocate a party hosted on this node",
  description: "The user named by userId receives CanActAs for the new party.",
  parameters: nothing,
  query: nothing,
  body: AllocatePartyRequest,
  response: {
    kind: "json",
    codec: wireObject("AllocatePartyResponse", { partyDetails: required(PartyDetails) }),
  },
  access: "token",
  rights: () => [{ kind: "admin" }],
  errors: ["INVALID_ARGUMENT", "INVALID_FIELD", "USER_NOT_FOUND"],
  handle: async ({ body }, { ledger }) => {
    const { localMetadata, partyIdHint, identityProviderId, synchronizerId, userId } = body;
    if (localMetadata !== undefined && localMetadata.resourceVersion !== "") {
      const reason = "expected the empty text for a party that does not exist yet";
      return left(invalidArgument(reason, "localMetadata.resourceVersion"));
    }
    const allocated = await ledger.allocateParty({
      ...(partyIdHint === "" ? {} : { partyIdHint }),
      annotations: localMetadata?.annotations ?? {},
      identityProviderId,
      synchronizerId,
      ...(userId === "" ? {} : { userId }),
    });
    return allocated._tag === "Left" ? allocated : ok({ partyDetails: detailsOf(allocated.right) });
  },
});
