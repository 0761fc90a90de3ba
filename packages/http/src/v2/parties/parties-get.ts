import { type LedgerError, invalidArgument, isPartyIdString, textSentence } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Caller } from "../../auth/authenticator.js";
import type { RequiredRight } from "../../auth/required-right.js";
import { providerOf } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
import type { Services } from "../../endpoints/services.js";
import {
  PartyDetails,
  defaulted,
  optional,
  partySeenFrom,
  queryTexts,
  required,
  wireArray,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { PartyPath } from "./party-path.js";

const PartyQuery = wireObject("PartyQuery", {
  "identity-provider-id": optional(wireString),
  parties: defaulted(queryTexts, []),
});

/** Answer of `GET /v2/parties/{party}` (ledger-api 2.10). */
export const GetPartiesResponse = wireObject("GetPartiesResponse", {
  partyDetails: required(wireArray(PartyDetails)),
});

/** The parties, each once. Left INVALID_ARGUMENT for malformed party ids. */
const wantedParties = (
  parties: ReadonlyArray<string>,
): Either<LedgerError, ReadonlyArray<string>> => {
  const wanted = [...new Set(parties)];
  const malformed = wanted.find((each) => !isPartyIdString(each));
  return malformed === undefined
    ? right(wanted)
    : left(
        invalidArgument(
          `found "${malformed.slice(0, 60)}", expected a party id of 1 to 255 characters of [a-zA-Z0-9:-_ ]`,
          "parties",
          { sentence: textSentence("Party", malformed) },
        ),
      );
};

interface Wanted {
  readonly valid: ReadonlyArray<string>;
  readonly query: TypeOf<typeof PartyQuery>;
  readonly caller: Caller;
}

const rightsFor = ({ valid, query }: Wanted): ReadonlyArray<RequiredRight> => [
  ...valid.map((party): RequiredRight => ({ kind: "party-or-admin", party })),
  { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
];

const detailsOf = ({ valid, query, caller }: Wanted, { ledger }: Services) => {
  const provider = providerOf(query["identity-provider-id"] ?? "", caller);
  const found = valid.flatMap((party) => ledger.party(party) ?? []);
  return { partyDetails: found.map(partySeenFrom(provider)) };
};

/** The parties of a list, which may be empty, for callers in the process. */
export const listedParties = endpoint({
  method: "GET",
  path: "/in-process/parties",
  summary: "Read any number of parties",
  query: PartyQuery,
  response: GetPartiesResponse,
  validate: ({ query }) => wantedParties(query.parties),
  rights: (request) => rightsFor(request),
  handle: (request, services) => detailsOf(request, services),
});

/** `GET /v2/parties/{party}` (ledger-api 2.10). */
export const partiesGet = endpoint({
  method: "GET",
  path: "/v2/parties/{party}",
  summary: "Read one or more parties",
  description:
    "The query parameter parties may be repeated. Parties not hosted here are omitted; parties of another identity " +
    "provider than the requested one have no local details.",
  parameters: PartyPath,
  query: PartyQuery,
  response: GetPartiesResponse,
  validate: ({ parameters, query }) => wantedParties([parameters.party, ...query.parties]),
  rights: (request) => rightsFor(request),
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN"],
  handle: (request, services) => detailsOf(request, services),
});
