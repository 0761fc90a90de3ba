import { type ChoiceProgram, type Numeric, numericNegate } from "@tallystick/core";
import { plus, zero } from "../model/arithmetic.js";
import { burnAccount, isSameAccount, mintAccount } from "./accounts.js";
import type { AllocationSpecification, TransferLeg, TransferLegSide } from "./allocation-v2.js";
import type { Account } from "./holding-v2.js";

/** A leg as its sender sees it. */
export const senderSide = (leg: TransferLeg): TransferLegSide =>
  sideOf(leg, "SenderSide", leg.receiver);

/** A leg as its receiver sees it. */
export const receiverSide = (leg: TransferLeg): TransferLegSide =>
  sideOf(leg, "ReceiverSide", leg.sender);

const sideOf = (
  { transferLegId, amount, instrumentId, meta }: TransferLeg,
  side: TransferLegSide["side"],
  otherside: Account,
): TransferLegSide => ({ transferLegId, side, otherside, amount, instrumentId, meta });

/**
 * What an account gains by legs in one instrument, less what it sends; the administrator's accounts
 * of mints and burns are neither emptied nor filled.
 */
export function* netCredit(
  authorizer: Account,
  legs: AllocationSpecification["transferLegSides"],
  instrument: string,
): ChoiceProgram<Numeric> {
  const [mints, burns] = [mintAccount, burnAccount].map((each) => isSameAccount(authorizer, each));
  let sum = zero;
  for (const { side, amount, instrumentId } of legs) {
    if (instrumentId !== instrument) continue;
    if (side === "SenderSide" && mints !== true) sum = yield* plus(sum, numericNegate(amount));
    if (side === "ReceiverSide" && burns !== true) sum = yield* plus(sum, amount);
  }
  return sum;
}
