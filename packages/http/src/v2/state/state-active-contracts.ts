import type { JsonText, LedgerError } from "@tallystick/core";
import {
  type ActiveContract,
  ActiveContractWire,
  type EventFormat,
  EventFormatWire,
  TransactionFilterWire,
  absentOr,
  defaulted,
  formatChoiceError,
  optional,
  wireBase64,
  wireBoolean,
  wireObject,
  wireOffset,
} from "@tallystick/wire";
import { type Either, left, map, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type StreamRow, listOf } from "../../endpoints/stream-row.js";
import { formatRights } from "../../auth/format-rights.js";

/** The request for active contracts (ledger-api 2.8). */
export const GetActiveContractsRequest = wireObject("GetActiveContractsRequest", {
  filter: optional(TransactionFilterWire),
  verbose: defaulted(wireBoolean, false),
  activeAtOffset: absentOr(wireOffset, 0),
  eventFormat: optional(EventFormatWire),
  streamContinuationToken: optional(wireBase64),
});

/** The format of either encoding (ledger-api 2.5). */
const requestedFormat = (
  body: TypeOf<typeof GetActiveContractsRequest>,
): Either<LedgerError, EventFormat> => {
  const { filter, eventFormat } = body;
  const error = formatChoiceError({
    present: "eventFormat",
    hasPresent: eventFormat !== undefined,
    hasFilter: filter !== undefined,
    verbose: body.verbose,
  });
  if (error !== undefined) return left(error);
  return right(eventFormat ?? filter ?? { filtersByParty: {} });
};

interface ValidActiveContractsRequest {
  readonly body: TypeOf<typeof GetActiveContractsRequest>;
  readonly eventFormat: EventFormat;
}

/** One contract of the list, and one frame of the stream (ledger-api 2.8). */
export { ActiveContractWire as JsGetActiveContractsResponse } from "@tallystick/wire";

/** The contracts active at an offset (ledger-api 2.8, 11). */
export const activeContractsStream: StreamRow<
  TypeOf<typeof GetActiveContractsRequest>,
  ValidActiveContractsRequest,
  JsonText<ActiveContract>,
  TypeOf<typeof ActiveContractWire>
> = {
  path: "/v2/state/active-contracts",
  summary: "List the contracts active at an offset",
  description:
    "Without activeAtOffset, the offset is 0 and the list is empty. A websocket is closed when all have been sent. With the streamContinuationToken of an entry, the list continues after that entry.",
  request: GetActiveContractsRequest,
  item: ActiveContractWire,
  validate: ({ body }) =>
    map((eventFormat: EventFormat) => ({ body, eventFormat }))(requestedFormat(body)),
  rights: ({ eventFormat }) => formatRights(eventFormat),
  errors: [
    "INVALID_ARGUMENT",
    "INVALID_CONTINUATION_TOKEN",
    "NEGATIVE_OFFSET",
    "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    "PACKAGE_NAMES_NOT_FOUND",
    "OFFSET_AFTER_LEDGER_END",
  ],
  items: ({ body, eventFormat }, { ledger }, _following, readFor) =>
    ledger.queries.activeContractTexts(
      {
        activeAtOffset: body.activeAtOffset,
        eventFormat,
        continuationToken: body.streamContinuationToken,
      },
      readFor,
    ),
  show: (item) => item,
};

/** `POST /v2/state/active-contracts`. */
export const stateActiveContracts = listOf(activeContractsStream);
