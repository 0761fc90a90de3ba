import { type Micros, type Numeric, numericFromText, timestampFromText } from "@tallystick/core";
import type { HistoryItem } from "@tallystick/wallet";
import { optional, wireString } from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { refused, type WalletError } from "./wallet-row.js";

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
  /** Looked for in everything the item says, whatever its case. */
  readonly text: string | undefined;
}

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
  return right({
    kind: texts.kind,
    counterparty: texts.counterparty,
    minAmount: minAmount.right,
    maxAmount: maxAmount.right,
    from: from.right,
    until: until.right,
    text: texts.text?.toLowerCase(),
  });
};

/** The parties of an item with their amounts. */
export const sharesOf = (
  item: HistoryItem,
): ReadonlyArray<{ readonly party: string; readonly amount: string }> => {
  switch (item.transaction_type) {
    case "transfer":
      return [item.sender, ...item.receivers];
    case "balance_change":
      return item.receivers;
    case "notification":
      return [];
  }
};

const isWithin = (item: HistoryItem, party: string, { minAmount, maxAmount }: HistoryFilter) => {
  if (minAmount === undefined && maxAmount === undefined) return true;
  return sharesOf(item)
    .filter((share) => share.party === party)
    .some(({ amount }) => {
      const read = numericFromText(amount.replace(/^-/, ""));
      if (isLeft(read)) return false;
      const units = read.right;
      return (
        (minAmount === undefined || units >= minAmount) &&
        (maxAmount === undefined || units <= maxAmount)
      );
    });
};

const hasCounterparty = (item: HistoryItem, party: string, counterparty: string): boolean =>
  sharesOf(item).some((share) => share.party === counterparty && share.party !== party) ||
  (item.transaction_type === "transfer" && item.transfer_instruction_receiver === counterparty);

/** Whether items match a filter: given an item, its time and whose history it is in. */
export const matchesFilter =
  (filter: HistoryFilter) =>
  (item: HistoryItem, at: Micros, party: string): boolean => {
    const { kind, counterparty, from, until, text } = filter;
    if (from !== undefined && at < from) return false;
    if (until !== undefined && at >= until) return false;
    if (
      kind !== undefined &&
      kind !== item.transaction_type &&
      kind !== item.transaction_subtype.choice
    )
      return false;
    if (counterparty !== undefined && !hasCounterparty(item, party, counterparty)) return false;
    if (!isWithin(item, party, filter)) return false;
    return text === undefined || JSON.stringify(item).toLowerCase().includes(text);
  };
