import { orThrow } from "@tallystick/node";
import { providerOf, requestedBy } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  FieldMask,
  PartyDetails,
  noMetadata,
  optional,
  partyToWire,
  patchOf,
  required,
  wireObject,
} from "@tallystick/wire";
import { PartyPath } from "./party-path.js";

/** Request body of `PATCH /v2/parties/{party}` (ledger-api 2.10). */
export const UpdatePartyDetailsRequest = wireObject(
  "UpdatePartyDetailsRequest",
  { partyDetails: optional(PartyDetails), updateMask: optional(FieldMask) },
  ["partyDetails", "updateMask"],
);

/** Answer of `PATCH /v2/parties/{party}` (ledger-api 2.10). */
export const UpdatePartyDetailsResponse = wireObject("UpdatePartyDetailsResponse", {
  partyDetails: required(PartyDetails),
});

const shownParty = (details: PartyDetails): string => {
  const { party, isLocal, localMetadata, identityProviderId } = details;
  const { resourceVersion, annotations } = localMetadata ?? noMetadata;
  const shown = Object.entries(annotations).map(([key, value]) => `${key} -> ${value}`);
  const metadata =
    localMetadata === undefined
      ? "None"
      : `Some(ObjectMeta(${resourceVersion},Map(${shown.join(", ")})))`;
  return `PartyDetails(${party},${isLocal},${metadata},${identityProviderId})`;
};

/** `PATCH /v2/parties/{party}` (ledger-api 2.10, 3.4). */
export const partiesUpdate = endpoint({
  method: "PATCH",
  path: "/v2/parties/{party}",
  summary: "Change the local details of a party",
  description:
    "The mask names what changes: local_metadata.annotations. Annotations are merged; an empty value removes its key. A " +
    "resourceVersion that is not empty must be the current one.",
  parameters: PartyPath,
  body: UpdatePartyDetailsRequest,
  response: UpdatePartyDetailsResponse,
  validate: ({ parameters, body }) =>
    patchOf({
      pathId: parameters.party,
      idField: "partyDetails.party",
      value: body.partyDetails,
      idOf: ({ party }) => party,
      shownBody: (details) =>
        `party in body ${details === undefined ? "None" : `Some(${shownParty(details)})`}`,
      updateMask: body.updateMask,
    }),
  rights: ({ body }) => [
    { kind: "admin" },
    { kind: "provider", identityProviderId: body.partyDetails?.identityProviderId ?? "" },
  ],
  errors: [
    "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED",
    "INVALID_ARGUMENT",
    "INVALID_FIELD",
    "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
    "INVALID_TOKEN",
    "MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED",
    "MISSING_FIELD",
    "PARTY_NOT_FOUND",
  ],
  handle: async ({ valid: { value, updateMask }, caller }, { ledger }) => {
    const { resourceVersion, annotations } = value.localMetadata ?? noMetadata;
    const updated = orThrow(
      await ledger.updateParty(
        {
          party: value.party,
          updateMask,
          annotations,
          resourceVersion,
          identityProviderId: providerOf(value.identityProviderId, caller),
          isLocal: value.isLocal,
        },
        requestedBy(caller),
      ),
    );
    return { partyDetails: partyToWire(updated) };
  },
});
