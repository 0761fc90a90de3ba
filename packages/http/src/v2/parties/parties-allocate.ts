import { orThrow } from "@tallystick/node";
import { left, right } from "fp-ts/lib/Either.js";
import { providerOf, requestedBy } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  ObjectMeta,
  PartyDetails,
  defaulted,
  optional,
  partyToWire,
  required,
  versionBeforeCreation,
  wireObject,
  wireString,
  wireUserId,
} from "@tallystick/wire";
import { quotaOf } from "./self-allocation.js";

/** Request body of `POST /v2/parties` (ledger-api 2.10). */
export const AllocatePartyRequest = wireObject("AllocatePartyRequest", {
  partyIdHint: defaulted(wireString, ""),
  localMetadata: optional(ObjectMeta),
  identityProviderId: defaulted(wireString, ""),
  synchronizerId: defaulted(wireString, ""),
  userId: defaulted(wireUserId, ""),
});

/** Answer of `POST /v2/parties` (ledger-api 2.10). */
export const AllocatePartyResponse = wireObject("AllocatePartyResponse", {
  partyDetails: required(PartyDetails),
});

/** `POST /v2/parties` (ledger-api 2.10). */
export const partiesAllocate = endpoint({
  method: "POST",
  path: "/v2/parties",
  summary: "Allocate a party hosted on this node",
  description:
    "The user named by userId receives CanActAs for the new party. A user without an admin right may name itself there, " +
    "as often as the node's maxSelfAllocatedParties allows.",
  body: AllocatePartyRequest,
  response: AllocatePartyResponse,
  validate: ({ body }) => {
    const versioned = versionBeforeCreation(body.localMetadata, "localMetadata");
    return versioned === undefined ? right(body) : left(versioned);
  },
  rights: ({ body }) => [
    { kind: "self-or-admin", userId: body.userId },
    { kind: "provider", identityProviderId: body.identityProviderId },
  ],
  errors: [
    "INVALID_ARGUMENT",
    "INVALID_FIELD",
    "INVALID_TOKEN",
    "NOT_CONNECTED_TO_SYNCHRONIZER",
    "USER_NOT_FOUND",
  ],
  handle: async ({ body, caller }, { ledger, config }) => {
    const { localMetadata, partyIdHint, identityProviderId, synchronizerId, userId } = body;
    const request = {
      ...(partyIdHint === "" ? {} : { partyIdHint }),
      annotations: localMetadata?.annotations ?? {},
      identityProviderId: providerOf(identityProviderId, caller),
      synchronizerId,
      ...(userId === "" ? {} : { userId }),
      ...quotaOf(caller, config),
    };
    const allocated = orThrow(await ledger.allocateParty(request, requestedBy(caller)));
    return { partyDetails: partyToWire(allocated) };
  },
});
