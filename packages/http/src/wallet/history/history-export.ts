import type { PartyId } from "@tallystick/core";
import type { PlacedItem } from "@tallystick/views/wallet";
import { type HistoryItem, sharesOf } from "@tallystick/wallet";
import { defaulted, queryBoolean, wireObject, wireString } from "@tallystick/wire";
import { Reply } from "../../endpoints/reply.js";
import { textOf } from "../../endpoints/response-kind.js";
import { where } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { HistoryFilterFields } from "./history-filter.js";
import { matchingItems } from "./transactions.js";

/** The most items of one export. */
const maxExported = 50_000;

const exportFormat = where(
  "export format",
  wireString,
  (text) => text === "csv" || text === "jsonl",
  "csv or jsonl",
);

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
} as const;

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
 * The beginning of a formula in spreadsheets, also with full-width characters, after spaces, and at
 * a line's beginning.
 */
const formula =
  /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]|[\r\n][=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A text as a cell of a CSV file (RFC 4180); possible formulas are marked as text. */
export const csvText = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const csvRow = (item: HistoryItem, party: PartyId): string => {
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
  // amounts are our own numbers, which programs add up
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
    "format is csv (default) or jsonl; the filter is that of POST /v0/wallet/transactions. byte_order_mark=true puts one before a CSV: spreadsheets then read it as UTF-8. An addition of this node.",
  isLongRead: true,
  query: wireObject("ExportTransactionsQuery", {
    format: defaulted(exportFormat, "csv"),
    byte_order_mark: defaulted(queryBoolean, false),
    ...HistoryFilterFields,
  }),
  response: textOf(contentTypes.csv),
  handle: async (
    { query: { format, byte_order_mark: isMarked, ...filter }, read },
    { wallet, ledger, party },
  ) => {
    const show = ({ item }: PlacedItem): string => {
      const line = format === "csv" ? csvRow(item, party) : JSON.stringify(item);
      read.hold(line.length);
      return line;
    };
    const found = await matchingItems(
      { wallet, ledger, party, read },
      { filter, most: maxExported + 1, show },
    );
    if (found.length > maxExported)
      throw refused(400, `More than ${maxExported} items match; narrow the filter down.`);
    const isCsv = format === "csv";
    const head = isCsv ? [columns.join(",")] : [];
    const lines = [...head, ...found].map((line) => `${line}\n`).join("");
    return new Reply({
      status: 200,
      contentType: isCsv ? contentTypes.csv : contentTypes.jsonl,
      body: isCsv && isMarked ? `\ufeff${lines}` : lines,
    });
  },
});
