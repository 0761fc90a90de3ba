import type { PartyId } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import type { Queries } from "@tallystick/views";
import type { PlacedItem } from "@tallystick/views/wallet";
import { optional, required, wireArray, wireObject, wireString } from "@tallystick/wire";
import type { AnswerRead } from "../../endpoints/request.js";
import { HistoryItemWire } from "./history-item-wire.js";
import { integer, upTo } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import {
  type HistoryFilter,
  HistoryFilterFields,
  matchesFilter,
  searchOf,
} from "./history-filter.js";

/** The most items of one page. */
const maxPageSize = 1_000;
/** Items read in one turn, and the most for one request. */
export const itemsPerTurn = 100;
const maxLookedAt = 100_000;
/** The most characters of the items of one page. */
const maxPageChars = 16 * 1024 * 1024;

interface HistoryAsker {
  readonly wallet: { readonly views: Pick<Wallet["views"], "searchHistory"> };
  readonly ledger: { readonly queries: Pick<Queries, "turn"> };
  readonly party: PartyId;
  readonly read: AnswerRead;
}

interface WantedItems<A> {
  readonly filter: HistoryFilter;
  /** Items before this place; undefined: from the newest on. */
  readonly before?: number | undefined;
  /** The most items. */
  readonly most: number;
  /** The most characters of items; default: no limit. */
  readonly maxChars?: number;
  readonly show: (placed: PlacedItem) => A;
}

/**
 * Items of a party that match a filter, the newest first; reads some in each turn. Throws when too
 * many must be read, when they are too large, or when the read was aborted.
 */
export const matchingItems = async <A>(
  { wallet, ledger, party, read }: HistoryAsker,
  { filter, before: from, most, maxChars = Number.POSITIVE_INFINITY, show }: WantedItems<A>,
): Promise<ReadonlyArray<A>> => {
  const next = wallet.views.searchHistory(party, searchOf(filter));
  const found: Array<A> = [];
  let before = from;
  let chars = 0;
  for (let lookedAt = 0; lookedAt < maxLookedAt; lookedAt += itemsPerTurn) {
    if (lookedAt > 0 && (await ledger.queries.turn(read)) === undefined)
      throw refused(503, "The read was given up.");
    const batch = next(before, itemsPerTurn);
    for (const placed of batch.items) {
      if (!matchesFilter(filter, placed.item, placed.at, party)) continue;
      chars += placed.chars;
      if (chars > maxChars)
        throw refused(413, `The items take more than ${maxChars} characters; ask for fewer.`);
      found.push(show(placed));
      if (found.length === most) return found;
    }
    if (batch.before === undefined) return found;
    ({ before } = batch);
  }
  throw refused(400, `More than ${maxLookedAt} items may match; narrow the filter down.`);
};

/**
 * `POST /v0/wallet/transactions` (specification 4.6, wallet 9): pages do not shift when there are
 * new items.
 */
export const transactions = walletRow({
  method: "POST",
  path: "/v0/wallet/transactions",
  summary: "The party's transaction history, the newest first",
  description:
    "The filter is an addition of this node: kind, direction (incoming, outgoing), counterparty, min_amount, max_amount, from, until (ISO-8601) and text; " +
    "an item has to match all that are given. The text is looked for in descriptions and details.",
  submits: false,
  isLongRead: true,
  body: wireObject("ListTransactionsRequest", {
    page_size: required(upTo(maxPageSize, integer)),
    begin_after_id: optional(wireString),
    ...HistoryFilterFields,
  }),
  response: wireObject("ListTransactionsResponse", { items: required(wireArray(HistoryItemWire)) }),
  handle: async ({ body, read }, { wallet, ledger, party }) => {
    const { page_size: most, begin_after_id: after = "", ...filter } = body;
    const before = after === "" ? undefined : wallet.views.historyPlace(party, after);
    if (after !== "" && before === undefined) return { items: [] };
    const items = await matchingItems(
      { wallet, ledger, party, read },
      { filter, before, most, maxChars: maxPageChars, show: ({ json }) => json },
    );
    return { items };
  },
});

/**
 * `GET /v0/wallet/transactions/{event_id}`, ours: an item by its id, for links to it. The `#` of an
 * event id is `%23` in a path.
 */
export const oneTransaction = walletRow({
  method: "GET",
  path: "/v0/wallet/transactions/{event_id}",
  summary: "One item of the party's transaction history",
  description: "An addition of this node.",
  parameters: wireObject("HistoryItemPath", { event_id: required(wireString) }),
  response: HistoryItemWire,
  errorStatuses: { 404: "The history of this party has no such item" },
  handle: ({ parameters: { event_id: eventId } }, { wallet: { views }, party }) => {
    const place = views.historyPlace(party, eventId);
    const [found] = place === undefined ? [] : views.historyBefore(party, place + 1, 1);
    if (found === undefined)
      throw refused(404, `The history of this party has no item with the event id ${eventId}.`);
    return found.json;
  },
});
