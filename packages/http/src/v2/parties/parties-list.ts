import {
  type LedgerError,
  invalidField,
  isPartyIdString,
  maxHintLength,
  textSentence,
} from "@tallystick/core";
import { left, map } from "fp-ts/lib/Either.js";
import { providerOf } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  type Page,
  type PageRules,
  cutPage,
  maxPartiesPageSize,
  pageOf,
} from "../../endpoints/page.js";
import {
  PartyDetails,
  always,
  optional,
  pageFields,
  partySeenFrom,
  required,
  wireArray,
  wireObject,
  wireString,
} from "@tallystick/wire";

const PartiesQuery = wireObject("PartiesQuery", {
  "identity-provider-id": optional(wireString),
  "filter-party": optional(wireString),
  ...pageFields,
});

/** Answer of `GET /v2/parties` (ledger-api 2.10). */
export const ListKnownPartiesResponse = wireObject("ListKnownPartiesResponse", {
  partyDetails: required(wireArray(PartyDetails)),
  nextPageToken: always(wireString),
});

const sentenceOf = (prefix: string) => {
  const sentence = textSentence("Party", prefix);
  return sentence === undefined ? {} : { sentence };
};

/** INVALID_FIELD for an impossible prefix (ledger-api 2.10). */
const filterError = (prefix: string): LedgerError | undefined =>
  prefix === "" || (prefix.length <= maxHintLength && isPartyIdString(prefix))
    ? undefined
    : invalidField(
        "filterString",
        `found "${prefix.slice(0, 60)}", expected at most ${maxHintLength} characters of [a-zA-Z0-9:-_ ]`,
        { name: "filterString", ...sentenceOf(prefix) },
      );

/** `GET /v2/parties` (ledger-api 2.10). */
export const partiesList = endpoint({
  method: "GET",
  path: "/v2/parties",
  summary: "Page through the parties hosted on this node",
  description:
    `filter-party selects the parties whose id begins with it. A page holds at most ${maxPartiesPageSize} parties. ` +
    "Parties of another identity provider than the requested one have no local details.",
  query: PartiesQuery,
  response: ListKnownPartiesResponse,
  isLongRead: true,
  validate: ({ query, caller }, { ledger }) => {
    const identityProviderId = providerOf(query["identity-provider-id"] ?? "", caller);
    const prefix = query["filter-party"] ?? "";
    const malformed = filterError(prefix);
    if (malformed !== undefined) return left(malformed);
    const rules: PageRules = {
      maxSize: maxPartiesPageSize,
      beyond: "refuse",
      boundTo: ["parties", ledger.participantId, identityProviderId, prefix],
      isId: isPartyIdString,
    };
    const valid = (page: Page) => ({ identityProviderId, prefix, rules, page });
    return map(valid)(pageOf(query, rules));
  },
  rights: ({ query }) => [
    { kind: "admin" },
    { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
  ],
  errors: ["INVALID_ARGUMENT", "INVALID_FIELD", "INVALID_TOKEN"],
  handle: ({ valid: { identityProviderId, prefix, rules, page } }, { ledger }) => {
    const { after, limit } = page;
    const parties = ledger.parties({ after, limit: limit + 1, prefix });
    const { items, nextPageToken } = cutPage(parties, page, rules, ({ party }) => party);
    return { partyDetails: items.map(partySeenFrom(identityProviderId)), nextPageToken };
  },
});
