import type { HistoryRow } from "../../data/wallet-queries.js";
import { interfaceOf, itemWords } from "../../history/item-words.js";
import { readAmount } from "../../money/read-amount.js";
import { sumOf } from "../../money/sums.js";
import { messages } from "./messages.js";

type Network = Parameters<typeof itemWords>[1];

/** By how much a row changed what the party can spend; "0" for notices. */
export const changeFor = (row: HistoryRow, party: string): string =>
  row.transaction_type === "notification"
    ? "0"
    : sumOf(
        [...(row.transaction_type === "transfer" ? [row.sender] : []), ...row.receivers]
          .filter((each) => each.party === party)
          .map(({ amount }) => amount),
      );

export const otherPartiesOf = (row: HistoryRow, party: string): ReadonlyArray<string> => {
  if (row.transaction_type === "notification") return [];
  const sender = row.transaction_type === "transfer" ? [row.sender.party] : [];
  const named = row.transfer_instruction_receiver;
  const all = [...sender, ...row.receivers.map((each) => each.party), ...(named ? [named] : [])];
  return [...new Set(all)].filter((each) => each !== party);
};

/** What is offered to a party, or by it, and counts once it is accepted; undefined: nothing is. */
export const offeredTo = (row: HistoryRow, party: string): string | undefined => {
  if (row.transaction_type !== "transfer" || readAmount(changeFor(row, party)) !== 0n)
    return undefined;
  const amount = row.transfer_instruction_amount ?? undefined;
  if (amount === undefined) return undefined;
  return row.sender.party === party ? `-${amount}` : amount;
};

/** What others received now of coins that left the party's balance when they were offered. */
export const settledBy = (row: HistoryRow, party: string): string | undefined => {
  if (row.transaction_type !== "transfer" || row.sender.party !== party) return undefined;
  if (readAmount(changeFor(row, party)) !== 0n || offeredTo(row, party) !== undefined)
    return undefined;
  const received = sumOf(row.receivers.map(({ amount }) => amount));
  return readAmount(received) === 0n ? undefined : received;
};

/** What a transfer is that has no other party. */
const aloneWords = (row: HistoryRow, party: string): string => {
  const change = readAmount(changeFor(row, party)) ?? 0n;
  if (change > 0n) return messages.alone.collected;
  if (change === 0n) return messages.direction.merged;
  return interfaceOf(row.transaction_subtype) === "AllocationFactory"
    ? messages.alone.setAside
    : messages.alone.paid;
};

/** Sent, received, or something else, in one word. */
export const directionOf = (row: HistoryRow, party: string): string => {
  switch (row.transaction_type) {
    case "notification":
      return messages.direction.notice;
    case "balance_change":
      return row.transaction_subtype.choice === "AmuletRules_DevNet_Tap"
        ? messages.direction.tap
        : messages.direction.balanceChange;
    case "transfer":
      // coins that were locked before, or are locked now, change nothing that can be spent
      if (readAmount(changeFor(row, party)) === 0n && otherPartiesOf(row, party).length > 0) {
        return row.transaction_subtype.choice === "TransferInstruction_Accept"
          ? messages.direction.accepted
          : messages.direction.offered;
      }
      if (row.sender.party !== party) return messages.direction.received;
      // what is locked has left the balance, but the receiver can still reject it
      if ((row.transfer_instruction_amount ?? undefined) !== undefined)
        return messages.direction.offered;
      return otherPartiesOf(row, party).length > 0
        ? messages.direction.sent
        : aloneWords(row, party);
  }
};

/** What happened, by the choice that did it. */
export const subjectOf = (row: HistoryRow, network: Network): string =>
  itemWords(row.transaction_subtype, network);

/** What the sender or the automation wrote. */
export const textOf = (row: HistoryRow): string =>
  row.transaction_type === "notification" ? row.details : (row.description ?? "");
