import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { okWithParts } from "../../endpoints/reply.js";
import { JsonParts } from "../../answers/json-parts.js";
import {
  type ActiveContract,
  ActiveContractWire,
  EventFormatWire,
  always,
  formatErrors,
  optional,
  requestedEventFormat,
  required,
  wireArray,
  wireBase64,
  wireInt32,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import { formatRights } from "../../auth/format-rights.js";

/** Which page of which active contracts (ledger-api 2.8). */
export const GetActiveContractsPageRequest = wireObject(
  "GetActiveContractsPageRequest",
  {
    activeAtOffset: optional(wireOffset),
    eventFormat: optional(EventFormatWire),
    maxPageSize: optional(wireInt32),
    pageToken: optional(wireBase64),
  },
  ["eventFormat"],
);

/** One page of active contracts (ledger-api 2.8). */
export const JsGetActiveContractsPageResponse = wireObject("JsGetActiveContractsPageResponse", {
  activeContracts: required(wireArray(ActiveContractWire)),
  activeAtOffset: required(wireOffset),
  nextPageToken: always(wireString),
});

const pageRow = (method: "GET" | "POST") =>
  endpoint({
    method,
    path: "/v2/state/active-contracts-page",
    summary: "List the contracts active at an offset page by page",
    // the published interface is moving away from GET with a body
    ...(method === "GET" ? { deprecated: true } : {}),
    description:
      "GET with a body, as on the public node, or POST for clients that cannot send that. Pages have up " +
      "to 2000 contracts by default, up to 10000 with maxPageSize, and fewer if they are large. A token returns the next page of the same request on " +
      "this participant; it is empty after the last page. Without activeAtOffset, the first page is at the ledger end, and " +
      "the following pages are at the same offset.",
    body: GetActiveContractsPageRequest,
    response: JsGetActiveContractsPageResponse,
    errors: [
      ...formatErrors,
      "INVALID_ACS_PAGE_TOKEN",
      "NEGATIVE_OFFSET",
      "OFFSET_AFTER_LEDGER_END",
    ],
    validate: ({ body }) => requestedEventFormat(body.eventFormat),
    rights: ({ valid }) => formatRights(valid),
    isLongRead: true,
    handle: async ({ body, valid: eventFormat, read }, { ledger }) => {
      const parts = new JsonParts<ActiveContract>(read.hold);
      const query = { ...body, eventFormat };
      const readIn = { by: read.by, signal: read.signal, take: parts.take };
      const end = orThrow(await ledger.queries.activeContractsPageTexts(query, readIn));
      return okWithParts("activeContracts", parts, end);
    },
  });

/** `GET /v2/state/active-contracts-page` with a body (ledger-api 2.8, 12). */
export const stateActiveContractsPage = pageRow("GET");

/** Under POST, because every HTTP client can send a body with it. */
export const stateActiveContractsPagePost = pageRow("POST");
