import type { ErrorCode, JsonText, LedgerError } from "@tallystick/core";
import {
  TransactionFilterWire,
  type UpdateFormat,
  UpdateFormatWire,
  type UpdateItem,
  absentOr,
  defaulted,
  formatChoiceError,
  optional,
  checkedUpdateFormat,
  wireBoolean,
  wireObject,
  wireOffset,
} from "@tallystick/wire";
import { type Either, left, map, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Following, ReadFor, UpdatesQuery } from "@tallystick/views";
import type { Services } from "../../endpoints/services.js";
import type { StreamItems, StreamRequest } from "../../endpoints/stream-row.js";

/** The request of all update streams (ledger-api 2.5). */
export const GetUpdatesRequest = wireObject("GetUpdatesRequest", {
  beginExclusive: absentOr(wireOffset, 0),
  endInclusive: optional(wireOffset),
  filter: optional(TransactionFilterWire),
  verbose: defaulted(wireBoolean, false),
  updateFormat: optional(UpdateFormatWire),
  descendingOrder: defaulted(wireBoolean, false),
});

/** The decoded form of `GetUpdatesRequest`. */
export type GetUpdatesRequest = TypeOf<typeof GetUpdatesRequest>;

/**
 * The format of either encoding; the older one means the ACS_DELTA shape and reassignments by the
 * same filter (ledger-api 2.5).
 */
const requestedUpdates = (body: GetUpdatesRequest): Either<LedgerError, UpdateFormat> => {
  const { filter, updateFormat, verbose } = body;
  const error = formatChoiceError({
    present: "updateFormat",
    hasPresent: updateFormat !== undefined,
    hasFilter: filter !== undefined,
    verbose,
  });
  if (error !== undefined) return left(error);
  if (updateFormat !== undefined) return checkedUpdateFormat(updateFormat);
  const eventFormat = filter ?? { filtersByParty: {} };
  return right({
    includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
    includeReassignments: eventFormat,
  });
};

export interface ValidUpdatesRequest {
  readonly body: GetUpdatesRequest;
  readonly updateFormat: UpdateFormat;
}

/** The request with its format. Left: it has none, or two (ledger-api 2.5). */
export const validUpdatesRequest = ({
  body,
}: StreamRequest<GetUpdatesRequest>): Either<LedgerError, ValidUpdatesRequest> =>
  map((updateFormat: UpdateFormat) => ({ body, updateFormat }))(requestedUpdates(body));

export const updatesErrors: ReadonlyArray<ErrorCode> = [
  "DESCENDING_ORDER_MISSING_END",
  "INVALID_ARGUMENT",
  "MISSING_FIELD",
  "NEGATIVE_OFFSET",
  "NON_POSITIVE_OFFSET",
  "OFFSET_AFTER_LEDGER_END",
  "OFFSET_OUT_OF_RANGE",
  "PACKAGE_NAMES_NOT_FOUND",
];

/** The updates of a request in a format; without an end it continues live. */
const updatesQuery = (
  { body, updateFormat }: ValidUpdatesRequest,
  { follow, idleTimeoutMs }: Following,
): UpdatesQuery => {
  const { beginExclusive, endInclusive, descendingOrder } = body;
  const openEnded = endInclusive === undefined && !descendingOrder;
  const range = { beginExclusive, endInclusive, descendingOrder };
  return { ...range, updateFormat, follow: openEnded && follow === true, idleTimeoutMs };
};

/** The updates of a request, to be changed before they are sent. */
export const updateItems = (
  valid: ValidUpdatesRequest,
  { ledger }: Services,
  following: Following,
  readFor: ReadFor,
): StreamItems<UpdateItem> => ledger.queries.updates(updatesQuery(valid, following), readFor);

/** The updates of a request, to be sent as they are. */
export const updateItemTexts = (
  valid: ValidUpdatesRequest,
  { ledger }: Services,
  following: Following,
  readFor: ReadFor,
): StreamItems<JsonText<UpdateItem>> =>
  ledger.queries.updateTexts(updatesQuery(valid, following), readFor);
