import { type LedgerError, invalidArgument, isPartyIdString, textSentence } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { RequiredRight } from "../../auth/required-right.js";
import { providerOf } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
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

/**
 * The party of the path, then those of the query, each once. Left INVALID_ARGUMENT for malformed
 * party ids.
 */
const wantedParties = (
  { party }: TypeOf<typeof PartyPath>,
  { parties }: TypeOf<typeof PartyQuery>,
): Either<LedgerError, ReadonlyArray<string>> => {
  const wanted = [...new Set([party, ...parties])];
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
  validate: ({ parameters, query }) => wantedParties(parameters, query),
  rights: ({ valid, query }) => [
    ...valid.map((party): RequiredRight => ({ kind: "party-or-admin", party })),
    { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
  ],
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN"],
  handle: ({ valid: parties, query, caller }, { ledger }) => {
    const provider = providerOf(query["identity-provider-id"] ?? "", caller);
    const found = parties.flatMap((party) => ledger.party(party) ?? []);
    return { partyDetails: found.map(partySeenFrom(provider)) };
  },
});
