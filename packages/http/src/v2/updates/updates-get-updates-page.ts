import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { okWithParts } from "../../endpoints/reply.js";
import { JsonParts } from "../../answers/json-parts.js";
import {
  type FoundUpdate,
  JsGetUpdateResponse,
  UpdateFormatWire,
  always,
  defaulted,
  formatErrors,
  optional,
  requestedUpdateFormat,
  required,
  wireArray,
  wireBase64,
  wireBoolean,
  wireInt32,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import { updateFormatRights } from "../../auth/format-rights.js";

/** Which page of which updates (ledger-api 2.5). */
export const GetUpdatesPageRequest = wireObject(
  "GetUpdatesPageRequest",
  {
    beginOffsetExclusive: optional(wireOffset),
    endOffsetInclusive: optional(wireOffset),
    maxPageSize: optional(wireInt32),
    updateFormat: optional(UpdateFormatWire),
    descendingOrder: defaulted(wireBoolean, false),
    pageToken: optional(wireBase64),
  },
  ["updateFormat"],
);

/** One page of updates (ledger-api 2.5). */
export const JsGetUpdatesPageResponse = wireObject("JsGetUpdatesPageResponse", {
  updates: always(wireArray(JsGetUpdateResponse)),
  lowestPageOffsetExclusive: required(wireOffset),
  highestPageOffsetInclusive: required(wireOffset),
  nextPageToken: always(wireString),
});

/** `POST /v2/updates/get-updates-page` (ledger-api 2.5, 12). */
export const updatesGetUpdatesPage = endpoint({
  method: "POST",
  path: "/v2/updates/get-updates-page",
  summary: "List the updates in a range of offsets page by page",
  description:
    "Pages have up to 100 updates by default, up to 2000 with maxPageSize, and fewer if they are large. A token returns the next page of the same " +
    "request on this participant; it is empty after the last page. Without endOffsetInclusive an ascending list has no last " +
    "page: its token returns the updates that follow.",
  body: GetUpdatesPageRequest,
  response: JsGetUpdatesPageResponse,
  errors: [
    ...formatErrors,
    "INVALID_UPDATES_PAGE_TOKEN",
    "NEGATIVE_OFFSET",
    "NON_POSITIVE_OFFSET",
    "OFFSET_AFTER_LEDGER_END",
  ],
  validate: ({ body }) => requestedUpdateFormat(body.updateFormat),
  rights: ({ valid }) => updateFormatRights(valid),
  isLongRead: true,
  handle: async ({ body, valid: updateFormat, read }, { ledger }) => {
    const parts = new JsonParts<FoundUpdate>(read.hold);
    const query = { ...body, updateFormat };
    const readIn = { by: read.by, signal: read.signal, take: parts.take };
    const end = orThrow(await ledger.queries.updatesPageTexts(query, readIn));
    return okWithParts("updates", parts, end);
  },
});
