import { transferEventsV2 } from "@tallystick/coin";
import { type ExerciseNode, type Json, numericFromText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { BalanceChangeItem, HistoryEntry } from "./history-item.js";
import { textAt } from "./json-path.js";
import { shownAmount } from "./shown-amount.js";
import type { PayloadOf } from "./unlocked-changes.js";

/** The units of a coin that is not locked; 0 for others. */
const unlockedUnits = (payload: Json | undefined): bigint => {
  const read = numericFromText(textAt(payload, "amount.initialAmount") ?? "");
  return isLeft(read) ? 0n : read.right;
};

const sumOf = (contractIds: ReadonlyArray<string>, payloadOf: PayloadOf): bigint =>
  contractIds.reduce((sum, contractId) => sum + unlockedUnits(payloadOf(contractId)), 0n);

/**
 * What the coin's event log says of a change of an account; undefined when its unlocked coins stay
 * the same, or it has no owner.
 */
export const reportedEntry = (
  { argument }: ExerciseNode,
  base: Pick<BalanceChangeItem, "transaction_subtype" | "event_id" | "date">,
  payloadOf: PayloadOf,
): HistoryEntry | undefined => {
  const read = transferEventsV2.HoldingsChange.decode(argument);
  if (isLeft(read)) return undefined;
  const { account, inputHoldingCids, outputHoldingCids } = read.right;
  const units = sumOf(outputHoldingCids, payloadOf) - sumOf(inputHoldingCids, payloadOf);
  const { owner } = account;
  if (owner === undefined || units === 0n) return undefined;
  const item: BalanceChangeItem = {
    transaction_type: "balance_change",
    ...base,
    receivers: [{ party: owner, amount: shownAmount(units) }],
  };
  return { item, parties: [owner] };
};
