import { fetch, ledgerTime, type Numeric, type ChoiceProgram, tryFetch } from "@tallystick/core";
import { minus, plus, zero } from "../../model/arithmetic.js";
import { fetchOfDso, wrongOwner } from "../../model/checked-fetch.js";
import { Amulet, LockedAmulet } from "../holding/amulet.js";
import type { InvalidTransferReason } from "./transfer-command-result.js";
import { TransferPreapproval } from "../preapproval/transfer-preapproval.js";
import type { TransferInput } from "../transfer/transfer-types.js";

/** A transfer over a preapproval as it is about to be made. */
export interface PlannedTransfer {
  readonly dso: string;
  readonly receiver: string;
  readonly amount: Numeric;
  readonly inputs: ReadonlyArray<TransferInput>;
  readonly preapprovalCid: string;
}

/** A reason in words. */
export const otherReason = (description: string): InvalidTransferReason => ({
  tag: "ITR_Other",
  value: { description },
});

/**
 * Why a transfer is going to fail, as far as its contracts tell: the preapproval does not hold now, or the coins given do
 * not cover the amount. What coupons among the inputs are worth comes out only when they are minted, so
 * with coupons lack of funds is not foreseen. Undefined when nothing is in the way.
 */
export function* foreseenError(
  planned: PlannedTransfer,
): ChoiceProgram<InvalidTransferReason | undefined> {
  const { dso, receiver, preapprovalCid } = planned;
  const preapproval = yield* fetchOfDso(TransferPreapproval, preapprovalCid, dso);
  if (preapproval.receiver !== receiver)
    return yield* wrongOwner(TransferPreapproval, preapprovalCid, preapproval.receiver, receiver);
  const now = yield* ledgerTime();
  if (now < preapproval.validFrom || now >= preapproval.expiresAt)
    return otherReason(`The TransferPreapproval of ${receiver} does not hold now.`);
  return yield* lackOfFunds(planned);
}

function* lackOfFunds({
  amount,
  inputs,
}: PlannedTransfer): ChoiceProgram<InvalidTransferReason | undefined> {
  let worth = zero;
  for (const input of inputs) {
    if (input.tag !== "InputAmulet") return undefined;
    worth = yield* plus(worth, yield* amountOf(input.value));
  }
  if (worth >= amount) return undefined;
  const missingAmount = yield* minus(amount, worth);
  return { tag: "ITR_InsufficientFunds", value: { missingAmount } };
}

function* amountOf(contractId: string): ChoiceProgram<Numeric> {
  const coin = yield* tryFetch(Amulet, contractId);
  const { amount } = coin ?? (yield* fetch(LockedAmulet, contractId)).amulet;
  return amount.initialAmount;
}
