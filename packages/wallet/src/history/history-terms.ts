import type { Numeric, PartyId } from "@tallystick/core";
import { numericFromText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { HistoryItem, PartyAndAmount } from "./history-item.js";

/** The shortest searchable text, in UTF-16 code units. */
export const minTextLength = 3;

/** The searchable prefix of an item's text, in UTF-16 code units. */
const maxTextLength = 1_000;

/** The parties of an item with their amounts. */
export const sharesOf = (item: HistoryItem): ReadonlyArray<PartyAndAmount> => {
  switch (item.transaction_type) {
    case "transfer":
      return [item.sender, ...item.receivers];
    case "balance_change":
      return item.receivers;
    case "notification":
      return [];
  }
};

/** The other parties of an item in the history of a party; each once. */
export const counterpartiesOf = (item: HistoryItem, party: PartyId): ReadonlyArray<string> => {
  const waiting =
    item.transaction_type === "notification" ? undefined : item.transfer_instruction_receiver;
  const named = [
    ...sharesOf(item).map((share) => share.party),
    ...(waiting === undefined ? [] : [waiting]),
  ];
  return [...new Set(named)].filter((it) => it !== party);
};

/** The change of a party's balance in an item; undefined when the item has none. */
export const ownChangeOf = (item: HistoryItem, party: PartyId): Numeric | undefined => {
  const own = sharesOf(item).find((share) => share.party === party);
  const read = numericFromText(own?.amount ?? "");
  return isLeft(read) ? undefined : read.right;
};

/**
 * The change of a party's balance in an item, without its sign; undefined when the item has none.
 */
export const ownAmountOf = (item: HistoryItem, party: PartyId): Numeric | undefined => {
  const own = sharesOf(item).find((share) => share.party === party);
  const read = numericFromText(own?.amount.replace(/^-/, "") ?? "");
  return isLeft(read) ? undefined : read.right;
};

/**
 * The text of an item in lower case: its description or details, at most its first 1,000
 * characters.
 */
export const textOf = (item: HistoryItem): string => {
  switch (item.transaction_type) {
    case "transfer":
    case "balance_change":
      return (item.description ?? "").slice(0, maxTextLength).toLowerCase();
    case "notification":
      return item.details.slice(0, maxTextLength).toLowerCase();
  }
};

/** The kinds of an item: its type and its choice. */
export const kindsOf = (item: HistoryItem): ReadonlyArray<string> => [
  item.transaction_type,
  item.transaction_subtype.choice,
];

/** The search term of a kind. */
export const kindTerm = (kind: string): string => `k:${kind}`;

/** The term of a counterparty: both ends of its id, as others with the same ones are rare. */
export const counterpartyTerm = (party: PartyId): string =>
  `c:${party.slice(0, 16)}${party.slice(-16)}`;

/** The terms of a text: every three characters in a row, each once. */
export const textTerms = (text: string): ReadonlyArray<string> => {
  const terms = new Set<string>();
  for (let at = 0; at + minTextLength <= text.length; at++)
    terms.add(`t:${text.slice(at, at + minTextLength)}`);
  return [...terms];
};

/** The search terms of an item in the history of a party; each once. */
export const termsOf = (item: HistoryItem, party: PartyId): ReadonlyArray<string> => [
  ...new Set([
    ...kindsOf(item).map(kindTerm),
    ...counterpartiesOf(item, party).map(counterpartyTerm),
    ...textTerms(textOf(item)),
  ]),
];
