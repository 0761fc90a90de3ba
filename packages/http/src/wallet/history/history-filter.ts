import { type Micros, numericFromText, valueError, type PartyId } from "@tallystick/core";
import type { HistorySearch } from "@tallystick/views/wallet";
import {
  counterpartiesOf,
  counterpartyTerm,
  type HistoryItem,
  kindsOf,
  kindTerm,
  minTextLength,
  ownAmountOf,
  ownChangeOf,
  textOf,
  textTerms,
} from "@tallystick/wallet";
import { oneOf, optional, wireInstant, type WireObject, wireString } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import { readOn } from "../rows/value-codecs.js";

/** Longest searched text. */
const maxTextLength = 280;

const amount = readOn("amount", wireString, numericFromText);

const searchedText = readOn("searched text", wireString, (text) =>
  text.length >= minTextLength && text.length <= maxTextLength
    ? right(text.toLowerCase())
    : valueError(`expected ${minTextLength} to ${maxTextLength} characters`),
);

/**
 * The fields of a filter of the history; all are optional, and an item has to match all that are
 * given.
 */
export const HistoryFilterFields = {
  /** The type of the item or its choice. */
  kind: optional(wireString),
  /** Incoming: the party's balance grew; outgoing: it fell. Items without a change have neither. */
  direction: optional(oneOf("incoming", "outgoing")),
  counterparty: optional(wireString),
  /** The change of the party's balance, without its sign. */
  min_amount: optional(amount),
  max_amount: optional(amount),
  /** Inclusive. */
  from: optional(wireInstant),
  /** Exclusive. */
  until: optional(wireInstant),
  /** Lower case; searched in descriptions, ignoring case. */
  text: optional(searchedText),
};

export type HistoryFilter = WireObject<typeof HistoryFilterFields>;

/** The most parts of a text that are looked up; the rest of a long one is compared. */
const maxTextTerms = 16;

/** The lookup of a filter in the views; results must still be compared. */
export const searchOf = ({
  kind,
  counterparty,
  min_amount: minAmount,
  max_amount: maxAmount,
  from,
  until,
  text,
}: HistoryFilter): HistorySearch => ({
  terms: [
    ...(counterparty === undefined ? [] : [counterpartyTerm(counterparty)]),
    ...(text === undefined ? [] : textTerms(text).slice(0, maxTextTerms)),
    ...(kind === undefined ? [] : [kindTerm(kind)]),
  ],
  // rounding to a float keeps the order, so no match is lost
  minAmount: minAmount === undefined ? undefined : Number(minAmount),
  maxAmount: maxAmount === undefined ? undefined : Number(maxAmount),
  from: from === undefined ? undefined : Number(from),
  until: until === undefined ? undefined : Number(until),
});

const isWithin = (
  item: HistoryItem,
  party: PartyId,
  { min_amount: minAmount, max_amount: maxAmount }: HistoryFilter,
): boolean => {
  if (minAmount === undefined && maxAmount === undefined) return true;
  const own = ownAmountOf(item, party);
  return (
    own !== undefined &&
    (minAmount === undefined || own >= minAmount) &&
    (maxAmount === undefined || own <= maxAmount)
  );
};

const goes = (
  item: HistoryItem,
  party: PartyId,
  direction: NonNullable<HistoryFilter["direction"]>,
): boolean => {
  const change = ownChangeOf(item, party) ?? 0n;
  return direction === "incoming" ? change > 0n : change < 0n;
};

/** Whether an item matches a filter, in the history of a party. */
export const matchesFilter = (
  filter: HistoryFilter,
  item: HistoryItem,
  at: Micros,
  party: PartyId,
): boolean => {
  const { kind, direction, counterparty, from, until, text } = filter;
  if (from !== undefined && at < from) return false;
  if (until !== undefined && at >= until) return false;
  if (kind !== undefined && !kindsOf(item).includes(kind)) return false;
  if (counterparty !== undefined && !counterpartiesOf(item, party).includes(counterparty))
    return false;
  if (direction !== undefined && !goes(item, party, direction)) return false;
  if (!isWithin(item, party, filter)) return false;
  return text === undefined || textOf(item).includes(text);
};
