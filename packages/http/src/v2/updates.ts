import { type LedgerError, wire } from "@tallystick/core";
import type { UpdateFormat } from "@tallystick/views";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { endpoint, nothing, ok } from "../endpoint.js";
import {
  eventFormatOf,
  TransactionFilterWire,
  UpdateFormatWire,
  updateFormatOf,
} from "../wire/event-format-wire.js";
import { updateFormatRights } from "../wire/format-rights.js";
import { formatChoiceProblem } from "../wire/legacy-format.js";
import { collectList, idleTimeoutOf, ListQuery } from "../wire/list-query.js";
import { UpdateItemWire } from "../wire/update-wire.js";
import { wireBoolean, wireOffset } from "../wire/wire-kinds.js";

const { defaulted, optional, wireArray, wireObject } = wire;

const GetUpdatesRequest = wireObject(
  "GetUpdatesRequest",
  {
    beginExclusive: defaulted(wireOffset, 0),
    endInclusive: optional(wireOffset),
    filter: optional(TransactionFilterWire),
    verbose: defaulted(wireBoolean, false),
    updateFormat: optional(UpdateFormatWire),
    descendingOrder: defaulted(wireBoolean, false),
  },
  ["beginExclusive"],
);

type GetUpdatesRequest = TypeOf<typeof GetUpdatesRequest>;

/** The format both encodings stand for; the older one means the ACS_DELTA shape and reassignments by the same filter (ledger-api 2.5). */
const requestedFormat = (body: GetUpdatesRequest): Either<LedgerError, UpdateFormat> => {
  const { filter, updateFormat, verbose } = body;
  const problem = formatChoiceProblem({
    present: "updateFormat",
    hasPresent: updateFormat !== undefined,
    hasFilter: filter !== undefined,
    verbose,
  });
  if (problem !== undefined) return left(problem);
  if (updateFormat !== undefined) return updateFormatOf(updateFormat);
  const eventFormat = eventFormatOf(filter ?? { filtersByParty: {} }, verbose);
  return right({
    includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
    includeReassignments: eventFormat,
  });
};

/** `POST /v2/updates` (ledger-api 2.5, 11). */
export const updates = endpoint({
  method: "POST",
  path: "/v2/updates",
  summary: "List the updates in a range of offsets",
  description: "Without endInclusive the list ends when no further update comes for a while.",
  parameters: nothing,
  query: ListQuery,
  body: GetUpdatesRequest,
  response: { kind: "json", codec: wireArray(UpdateItemWire) },
  access: "token",
  rights: ({ body }) => {
    const format = requestedFormat(body);
    return format._tag === "Left" ? [] : updateFormatRights(format.right);
  },
  errors: [
    "DESCENDING_ORDER_MISSING_END",
    "INVALID_ARGUMENT",
    "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED",
    "MISSING_FIELD",
    "NEGATIVE_OFFSET",
    "NON_POSITIVE_OFFSET",
    "OFFSET_AFTER_LEDGER_END",
    "OFFSET_OUT_OF_RANGE",
    "PACKAGE_NAMES_NOT_FOUND",
  ],
  handle: async ({ body, query }, { ledger, config }) => {
    const format = requestedFormat(body);
    if (format._tag === "Left") return format;
    const { endInclusive } = body;
    const openEnded = endInclusive === undefined && !body.descendingOrder;
    const items = ledger.updates({
      beginExclusive: body.beginExclusive,
      endInclusive,
      updateFormat: format.right,
      descendingOrder: body.descendingOrder,
      follow: openEnded,
      idleTimeoutMs: idleTimeoutOf(query, config),
    });
    const list = await collectList(items, query, config);
    return list._tag === "Left" ? list : ok(list.right);
  },
});
