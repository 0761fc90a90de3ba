import { type Micros, type Numeric, numericFromText, timestampFromText } from "@tallystick/core";
import type { HistorySearch } from "@tallystick/views/wallet";
import {
  counterpartiesOf,
  counterpartyTerm,
  type HistoryItem,
  kindsOf,
  kindTerm,
  minTextLength,
  ownAmountOf,
  textOf,
  textTerms,
} from "@tallystick/wallet";
import { optional, wireString } from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { refused, type WalletError } from "../rows/wallet-row.js";

/**
 * The fields of a filter of the history; all are optional, and an item has to match all that are
 * given.
 */
export const HistoryFilterFields = {
  kind: optional(wireString),
  counterparty: optional(wireString),
  min_amount: optional(wireString),
  max_amount: optional(wireString),
  from: optional(wireString),
  until: optional(wireString),
  text: optional(wireString),
};

/** A filter as the client wrote it. */
export interface HistoryFilterTexts {
  readonly kind?: string;
  readonly counterparty?: string;
  readonly min_amount?: string;
  readonly max_amount?: string;
  readonly from?: string;
  readonly until?: string;
  readonly text?: string;
}

/** A filter of the history. */
export interface HistoryFilter {
  /** The type of the item or its choice. */
  readonly kind: string | undefined;
  readonly counterparty: string | undefined;
  /** What the party's balance changed by, without its sign. */
  readonly minAmount: Numeric | undefined;
  readonly maxAmount: Numeric | undefined;
  /** Inclusive. */
  readonly from: Micros | undefined;
  /** Exclusive. */
  readonly until: Micros | undefined;
  /** In lower case; looked for in what people wrote, whatever its case. */
  readonly text: string | undefined;
}

/** Longest text that is looked for. */
const maxTextLength = 280;

const optionally = <A>(
  text: string | undefined,
  field: string,
  expected: string,
  read: (text: string) => Either<unknown, A>,
): Either<WalletError, A | undefined> => {
  if (text === undefined) return right(undefined);
  const value = read(text);
  return isLeft(value)
    ? refused(400, `Invalid ${field}: expected ${expected}, found "${text.slice(0, 60)}"`)
    : value;
};

/** Reads a filter. Left: which field cannot be read. */
export const historyFilterOf = (texts: HistoryFilterTexts): Either<WalletError, HistoryFilter> => {
  const amount = "a decimal with at most 10 digits after the point";
  const time = "a time such as 2026-01-01T00:00:00Z";
  const minAmount = optionally(texts.min_amount, "min_amount", amount, numericFromText);
  if (isLeft(minAmount)) return minAmount;
  const maxAmount = optionally(texts.max_amount, "max_amount", amount, numericFromText);
  if (isLeft(maxAmount)) return maxAmount;
  const from = optionally(texts.from, "from", time, timestampFromText);
  if (isLeft(from)) return from;
  const until = optionally(texts.until, "until", time, timestampFromText);
  if (isLeft(until)) return until;
  const text = texts.text?.toLowerCase();
  if (text !== undefined && !(text.length >= minTextLength && text.length <= maxTextLength)) {
    return refused(
      400,
      `Invalid text: expected ${minTextLength} to ${maxTextLength} characters, found ${text.length}`,
    );
  }
  return right({
    kind: texts.kind,
    counterparty: texts.counterparty,
    minAmount: minAmount.right,
    maxAmount: maxAmount.right,
    from: from.right,
    until: until.right,
    text,
  });
};

/** Parts of a text that are looked up; the rest of a long one is compared. */
const maxTextTerms = 16;

/** What the views look a filter up by; what they find has still to be compared. */
export const searchOf = ({
  kind,
  counterparty,
  minAmount,
  maxAmount,
  from,
  until,
  text,
}: HistoryFilter): HistorySearch => ({
  terms: [
    ...(counterparty === undefined ? [] : [counterpartyTerm(counterparty)]),
    ...(text === undefined ? [] : textTerms(text).slice(0, maxTextTerms)),
    ...(kind === undefined ? [] : [kindTerm(kind)]),
  ],
  // rounding to a float keeps the order, so that nothing that matches is left out
  minAmount: minAmount === undefined ? undefined : Number(minAmount),
  maxAmount: maxAmount === undefined ? undefined : Number(maxAmount),
  from,
  until,
});

const isWithin = (
  item: HistoryItem,
  party: string,
  { minAmount, maxAmount }: HistoryFilter,
): boolean => {
  if (minAmount === undefined && maxAmount === undefined) return true;
  const own = ownAmountOf(item, party);
  return (
    own !== undefined &&
    (minAmount === undefined || own >= minAmount) &&
    (maxAmount === undefined || own <= maxAmount)
  );
};

/** Whether an item with its time matches a filter, in the history of a party. */
export const matchesFilter = (
  filter: HistoryFilter,
  item: HistoryItem,
  at: Micros,
  party: string,
): boolean => {
  const { kind, counterparty, from, until, text } = filter;
  if (from !== undefined && at < from) return false;
  if (until !== undefined && at >= until) return false;
  if (kind !== undefined && !kindsOf(item).includes(kind)) return false;
  if (counterparty !== undefined && !counterpartiesOf(item, party).includes(counterparty))
    return false;
  if (!isWithin(item, party, filter)) return false;
  return text === undefined || textOf(item).includes(text);
};
