import type { Json } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import type { PlacedItem } from "@tallystick/views";
import {
  optional,
  required,
  wireArray,
  wireInt64,
  wireJson,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { nothing } from "../endpoints/endpoint.js";
import { historyFilterOf, HistoryFilterFields, matchesFilter } from "./history-filter.js";
import { refused, walletRow } from "./wallet-row.js";

/** Items of one page at most. */
const maxPageSize = 1_000;
/** Items read at once while a filter looks for those that match, and at most for one page. */
const scanSize = 500;
const maxScanned = 100_000;

/** Request body of `POST /v0/wallet/transactions` (wallet 9.1); the filter is ours. */
export const ListTransactionsRequest = wireObject("ListTransactionsRequest", {
  page_size: required(wireInt64),
  begin_after_id: optional(wireString),
  ...HistoryFilterFields,
});

/** Answer of `POST /v0/wallet/transactions` (wallet 9). */
export const ListTransactionsResponse = wireObject("ListTransactionsResponse", {
  items: required(wireArray(wireJson)),
});

/** Items of a party that match, the newest first, from before a place on. */
export function* matchingRows(
  { views }: Wallet,
  party: string,
  filter: ReturnType<typeof matchesFilter>,
  beforeSeq: number | undefined,
): Generator<PlacedItem, void, undefined> {
  let before = beforeSeq;
  for (let scanned = 0; scanned < maxScanned; ) {
    const rows = views.historyBefore(party, before, scanSize);
    for (const row of rows) if (filter(row.item, row.at, party)) yield row;
    scanned += rows.length;
    before = rows.at(-1)?.seq;
    if (rows.length < scanSize || before === undefined) return;
  }
}

/**
 * `POST /v0/wallet/transactions` (specification 4.6, wallet 9): pages stay where they are while new
 * items come.
 */
export const transactions = walletRow({
  method: "POST",
  path: "/v0/wallet/transactions",
  summary: "The party's transaction history, the newest first",
  description:
    "The filter is an addition of this node: kind, counterparty, min_amount, max_amount, from, until (ISO-8601) and text; " +
    "an item has to match all that are given.",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: ListTransactionsRequest,
  response: { kind: "json", codec: ListTransactionsResponse },
  handle: ({ wallet, party, body }) => {
    const size = Number(body.page_size);
    if (!Number.isSafeInteger(size) || size < 1 || size > maxPageSize)
      return refused(400, `Invalid page_size: expected a whole number from 1 to ${maxPageSize}`);
    const filter = historyFilterOf(body);
    if (isLeft(filter)) return filter;
    const after = body.begin_after_id ?? "";
    const place = after === "" ? undefined : wallet.views.historyPlace(party, after);
    if (after !== "" && place === undefined) return right({ items: [] });
    const items: Array<Json> = [];
    for (const { json } of matchingRows(wallet, party, matchesFilter(filter.right), place)) {
      items.push(json);
      if (items.length === size) break;
    }
    return right({ items });
  },
});
