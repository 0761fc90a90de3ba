import { type LedgerError, wire } from "@tallystick/core";
import type { EventFormat } from "@tallystick/views";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { endpoint, nothing, ok } from "../endpoint.js";
import {
  EventFormatWire,
  eventFormatOf,
  TransactionFilterWire,
} from "../wire/event-format-wire.js";
import { ActiveContractWire } from "../wire/event-wire.js";
import { formatRights } from "../wire/format-rights.js";
import { formatChoiceProblem } from "../wire/legacy-format.js";
import { collectList, ListQuery } from "../wire/list-query.js";
import { wireBoolean, wireOffset } from "../wire/wire-kinds.js";

const { defaulted, optional, wireArray, wireBase64, wireObject } = wire;

const GetActiveContractsRequest = wireObject(
  "GetActiveContractsRequest",
  {
    filter: optional(TransactionFilterWire),
    verbose: defaulted(wireBoolean, false),
    activeAtOffset: defaulted(wireOffset, 0),
    eventFormat: optional(EventFormatWire),
    streamContinuationToken: optional(wireBase64),
  },
  ["activeAtOffset"],
);

/** The format both encodings stand for (ledger-api 2.5). */
const requestedFormat = (
  body: TypeOf<typeof GetActiveContractsRequest>,
): Either<LedgerError, EventFormat> => {
  const { filter, eventFormat } = body;
  const problem = formatChoiceProblem({
    present: "eventFormat",
    hasPresent: eventFormat !== undefined,
    hasFilter: filter !== undefined,
    verbose: body.verbose,
  });
  if (problem !== undefined) return left(problem);
  return right(
    eventFormat === undefined
      ? eventFormatOf(filter ?? { filtersByParty: {} }, body.verbose)
      : eventFormatOf(eventFormat, eventFormat.verbose),
  );
};

/** `POST /v2/state/active-contracts` (ledger-api 2.8, 11). */
export const stateActiveContracts = endpoint({
  method: "POST",
  path: "/v2/state/active-contracts",
  summary: "List the contracts active at an offset",
  parameters: nothing,
  query: ListQuery,
  body: GetActiveContractsRequest,
  response: { kind: "json", codec: wireArray(ActiveContractWire) },
  access: "token",
  rights: ({ body }) => {
    const format = requestedFormat(body);
    return format._tag === "Left" ? [] : formatRights(format.right);
  },
  errors: [
    "INVALID_ARGUMENT",
    "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED",
    "NEGATIVE_OFFSET",
    "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    "PACKAGE_NAMES_NOT_FOUND",
    "PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END",
  ],
  handle: async ({ body, query }, { ledger, config }) => {
    const format = requestedFormat(body);
    if (format._tag === "Left") return format;
    const items = ledger.activeContracts({
      activeAtOffset: body.activeAtOffset,
      eventFormat: format.right,
    });
    const list = await collectList(items, query, config);
    return list._tag === "Left" ? list : ok(list.right);
  },
});
