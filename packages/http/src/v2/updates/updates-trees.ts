import {
  type EventFormat,
  type Filters,
  type UpdateFormat,
  type UpdateItem,
  UpdateTreesItemWire,
  treeOf,
} from "@tallystick/wire";
import { map } from "fp-ts/lib/Either.js";
import { updateFormatRights } from "../../auth/format-rights.js";
import type { TypeOf } from "io-ts";
import { type StreamRow, listOf } from "../../endpoints/stream-row.js";
import {
  GetUpdatesRequest,
  updateItems,
  updatesErrors,
  type ValidUpdatesRequest,
  validUpdatesRequest,
} from "./updates-request.js";

/** One update of the list, and one frame of the stream, as a tree (ledger-api 1.3). */
export { UpdateTreesItemWire as JsGetUpdateTreesResponse } from "@tallystick/wire";

type TreesItem = TypeOf<typeof UpdateTreesItemWire>;

const wildcardToo = ({ cumulative }: Filters): Filters => ({
  cumulative: [...cumulative, { kind: "wildcard", includeCreatedEventBlob: false }],
});

const everythingToo = (format: EventFormat): EventFormat => {
  const { filtersByParty, filtersForAnyParty } = format;
  return {
    ...format,
    filtersByParty: Object.fromEntries(
      Object.entries(filtersByParty).map(([party, filters]) => [party, wildcardToo(filters)]),
    ),
    ...(filtersForAnyParty === undefined
      ? {}
      : { filtersForAnyParty: wildcardToo(filtersForAnyParty) }),
  };
};

/**
 * Trees show everything their parties witness; filters only add blobs and views (ledger-api 2.5).
 */
const treeFormat = (format: UpdateFormat): UpdateFormat => {
  const eventFormat = format.includeTransactions?.eventFormat;
  return eventFormat === undefined
    ? format
    : {
        ...format,
        includeTransactions: {
          eventFormat: everythingToo(eventFormat),
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
        },
      };
};

/** The older interface only has these two kinds of updates. */
const shownTree = ({ update }: UpdateItem): TreesItem | undefined => {
  if ("Transaction" in update)
    return { update: { TransactionTree: { value: treeOf(update.Transaction.value) } } };
  return "OffsetCheckpoint" in update ? { update } : undefined;
};

/** The updates in a range of offsets, each transaction as a tree (ledger-api 1.2, 2.5). */
export const updatesTreesStream: StreamRow<
  GetUpdatesRequest,
  ValidUpdatesRequest,
  UpdateItem,
  TreesItem
> = {
  path: "/v2/updates/trees",
  summary: "List the updates in a range of offsets, with transactions as trees",
  deprecated: true,
  description:
    "Everything that a party of the filter witnesses is shown, whatever its filters say; an update format has the same effect as a filter.",
  request: GetUpdatesRequest,
  item: UpdateTreesItemWire,
  validate: (request) =>
    map(({ body, updateFormat }: ValidUpdatesRequest) => ({
      body,
      updateFormat: treeFormat(updateFormat),
    }))(validUpdatesRequest(request)),
  rights: ({ updateFormat }) => updateFormatRights(updateFormat),
  errors: updatesErrors,
  items: updateItems,
  show: shownTree,
};

/** `POST /v2/updates/trees`. */
export const updatesTrees = listOf(updatesTreesStream);
