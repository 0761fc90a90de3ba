import { type LedgerError, invalidArgument, isPartyIdString, textSentence } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { RequiredRight } from "../../auth/required-right.js";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  always,
  optional,
  required,
  wireArray,
  wireEnum,
  wireObject,
  wireString,
  wirePartyId,
} from "@tallystick/wire";

const Permission = wireEnum(
  "ParticipantPermission",
  "PARTICIPANT_PERMISSION_UNSPECIFIED",
  "PARTICIPANT_PERMISSION_SUBMISSION",
  "PARTICIPANT_PERMISSION_CONFIRMATION",
  "PARTICIPANT_PERMISSION_OBSERVATION",
);

const SynchronizersQuery = wireObject("SynchronizersQuery", {
  party: optional(wirePartyId),
  participantId: optional(wireString),
  identityProviderId: optional(wireString),
});

type SynchronizersQuery = TypeOf<typeof SynchronizersQuery>;

/** Answer of `GET /v2/state/connected-synchronizers` (ledger-api 2.8). */
export const GetConnectedSynchronizersResponse = wireObject("GetConnectedSynchronizersResponse", {
  connectedSynchronizers: always(
    wireArray(
      wireObject("ConnectedSynchronizer", {
        synchronizerAlias: required(wireString),
        synchronizerId: required(wireString),
        permission: always(Permission),
      }),
    ),
  ),
});

const queryError = ({ party = "", participantId = "" }: SynchronizersQuery) =>
  malformedId(party, "party") ?? malformedId(participantId, "participantId");

// parties and participants have the same characters (ledger-api 3.1)
const malformedId = (id: string, field: string): LedgerError | undefined =>
  id === "" || isPartyIdString(id)
    ? undefined
    : invalidArgument(
        `found "${id.slice(0, 60)}", expected 1 to 255 characters of [a-zA-Z0-9:-_ ]`,
        field,
        { sentence: textSentence("Party", id) },
      );

/**
 * The party's permission on the synchronizer; undefined when it is not hosted. Unspecified without
 * a party.
 */
const permissionOf = (
  { party = "", participantId = "" }: SynchronizersQuery,
  ledger: Ledger,
): TypeOf<typeof Permission> | undefined => {
  if (party === "") return "PARTICIPANT_PERMISSION_UNSPECIFIED";
  const here = participantId === "" || participantId === ledger.participantId;
  return here && ledger.party(party) !== undefined
    ? "PARTICIPANT_PERMISSION_SUBMISSION"
    : undefined;
};

/** `GET /v2/state/connected-synchronizers` (ledger-api 2.8). */
export const stateConnectedSynchronizers = endpoint({
  method: "GET",
  path: "/v2/state/connected-synchronizers",
  summary: "The synchronizers this node, or a party on it, is connected to",
  description:
    "Without a party the permission is unspecified; a party not hosted here has no synchronizer.",
  query: SynchronizersQuery,
  response: GetConnectedSynchronizersResponse,
  validate: ({ query }) => {
    const malformed = queryError(query);
    return malformed === undefined ? right(query) : left(malformed);
  },
  rights: ({ query: { party = "", identityProviderId = "" } }): ReadonlyArray<RequiredRight> =>
    party === ""
      ? []
      : [
          { kind: "party-or-admin", party },
          { kind: "provider", identityProviderId },
        ],
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN"],
  handle: ({ query }, { ledger }) => {
    const permission = permissionOf(query, ledger);
    if (permission === undefined) return { connectedSynchronizers: [] };
    const { synchronizerId } = ledger;
    const [synchronizerAlias = synchronizerId] = synchronizerId.split("::");
    return { connectedSynchronizers: [{ synchronizerAlias, synchronizerId, permission }] };
  },
});
