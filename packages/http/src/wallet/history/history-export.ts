import type { PlacedItem } from "@tallystick/views/wallet";
import { type HistoryItem, sharesOf } from "@tallystick/wallet";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { optional, wireObject, wireString } from "@tallystick/wire";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { HistoryFilterFields, historyFilterOf } from "./history-filter.js";
import { matchingItems } from "./transactions.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** Items of one export at most. */
const maxExported = 50_000;

/** Query of the export: the form, and the same filter as for pages. */
export const ExportQuery = wireObject("ExportTransactionsQuery", {
  format: optional(wireString),
  ...HistoryFilterFields,
});

const columns = [
  "date",
  "type",
  "choice",
  "event_id",
  "sender",
  "receivers",
  "balance_change",
  "description",
] as const;

/**
 * What spreadsheets take for the beginning of a formula, also in the wide forms of East Asian
 * writing, after spaces, and at a line's beginning.
 */
const formula =
  /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]|[\r\n][=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * A text as a cell of a CSV file (RFC 4180); what spreadsheets would take for a formula is marked
 * as text.
 */
export const csvText = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const csvRow = (item: HistoryItem, party: string): string => {
  const own = sharesOf(item).find((share) => share.party === party);
  const values: Readonly<Record<(typeof columns)[number], string>> = {
    date: item.date,
    type: item.transaction_type,
    choice: item.transaction_subtype.choice,
    event_id: item.event_id,
    sender: item.transaction_type === "transfer" ? item.sender.party : "",
    receivers:
      item.transaction_type === "notification"
        ? ""
        : item.receivers.map((receiver) => receiver.party).join(" "),
    balance_change: own?.amount ?? "",
    description:
      item.transaction_type === "transfer"
        ? (item.description ?? "")
        : item.transaction_type === "notification"
          ? item.details
          : "",
  };
  // amounts are numbers of our own, which programs add up
  return columns
    .map((column) => (column === "balance_change" ? values[column] : csvText(values[column])))
    .join(",");
};

/**
 * `GET /v0/wallet/transactions/export`, ours: the history as CSV or JSON lines, exactly what the
 * filter lets through.
 */
export const exportTransactions = walletRow({
  method: "GET",
  path: "/v0/wallet/transactions/export",
  summary: "The party's transaction history as a file, the newest first",
  description:
    "format is csv (default) or jsonl; the filter is that of POST /v0/wallet/transactions. An addition of this node.",
  access: "user",
  isLongRead: true,
  parameters: nothing,
  query: ExportQuery,
  body: nothing,
  response: { kind: "text", contentType: "text/plain; charset=utf-8" },
  handle: async (request) => {
    const { party, query, read } = request;
    const { format = "csv", ...texts } = query;
    if (format !== "csv" && format !== "jsonl")
      return refused(400, "Invalid format: expected csv or jsonl");
    const filter = historyFilterOf(texts);
    if (isLeft(filter)) return filter;
    const show = ({ item }: PlacedItem): string => {
      const line = format === "csv" ? csvRow(item, party) : JSON.stringify(item);
      read.hold(line.length);
      return line;
    };
    const wanted = { filter: filter.right, most: maxExported + 1, show };
    const found = await matchingItems(request, wanted);
    if (isLeft(found)) return found;
    if (found.right.length > maxExported)
      return refused(400, `More than ${maxExported} items match; narrow the filter down.`);
    const head = format === "csv" ? [columns.join(",")] : [];
    return right([...head, ...found.right].map((line) => `${line}\n`).join(""));
  },
});

/** The rows of the history's export. */
export const historyExportRows: ReadonlyArray<Endpoint> = [exportTransactions];
