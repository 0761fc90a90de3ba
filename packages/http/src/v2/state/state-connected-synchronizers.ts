import {
  type LedgerError,
  invalidField,
  isPartyIdString,
  isUniqueIdentifier,
  textSentence,
  uniqueIdentifierSentence,
} from "@tallystick/core";
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

/** Shorter ones cannot be an id `<name>::<fingerprint>`. */
const minParticipantLength = 3;

const partyError = (party: string): LedgerError | undefined =>
  party === "" || isPartyIdString(party)
    ? undefined
    : invalidField(
        "party",
        `found "${party.slice(0, 60)}", expected 1 to 255 characters of [a-zA-Z0-9:-_ ]`,
        { sentence: textSentence("Party", party) },
      );

const participantError = (id: string): LedgerError | undefined => {
  if (id === "" || isUniqueIdentifier(id)) return undefined;
  const shown = id.slice(0, 200);
  const reason =
    id.length < minParticipantLength
      ? `Invalid member \`PAR::${shown}\`, expecting <three-letter-code>::id::fingerprint.`
      : uniqueIdentifierSentence(shown);
  return invalidField("participantId", reason, {
    name: "participant_id",
    sentence: `Unable to convert field \`participant_id\`: ${reason}`,
  });
};

const queryError = ({ party = "", participantId = "" }: SynchronizersQuery) =>
  partyError(party) ?? participantError(participantId);

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
  summary: "List the synchronizers that this node, or a party on it, is connected to",
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
  errors: ["INVALID_FIELD", "INVALID_TOKEN"],
  handle: ({ query }, { ledger }) => {
    const permission = permissionOf(query, ledger);
    if (permission === undefined) return { connectedSynchronizers: [] };
    const { synchronizerId } = ledger;
    const [synchronizerAlias = synchronizerId] = synchronizerId.split("::");
    return { connectedSynchronizers: [{ synchronizerAlias, synchronizerId, permission }] };
  },
});
