import {
  type ChoiceProgram,
  contractId,
  exercise,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
} from "@tallystick/core";
import { Round } from "../amulet/configuration/round-number.js";
import { LockedAmulet_OwnerExpireLockV2, LockedAmulet_UnlockV2 } from "../amulet/holding/amulet.js";
import { PaymentTransferContext, TransferInput } from "../amulet/transfer/transfer-types.js";
import { generalError } from "../model/coin-error.js";
import type { AppTransferContext } from "./app-transfer-context.js";
import { publicRound } from "../amulet/rounds/open-round.js";
import {
  collectPayment,
  lockPayment,
  type PaymentToCollect,
  requireSameRound,
} from "./locked-payment.js";
import { inCoin } from "./payment-amount.js";
import { SubscriptionData, SubscriptionPayData, type UnlockedResult } from "./subscription-data.js";

/** What the sender's wallet pays with. */
export const PayArgument = record({
  inputs: list(TransferInput),
  context: PaymentTransferContext,
  walletProvider: party,
});

/** The result of paying: the payment that waits to be collected, and the sender's change. */
export const PaidResult = record({
  subscriptionPayment: contractId,
  senderChange: optional(contractId),
});

/** The fields of a payment that waits to be collected; `targetAmount` in CC. */
export const waitingPayment = {
  subscriptionData: SubscriptionData,
  payData: SubscriptionPayData,
  targetAmount: numeric,
  lockedAmulet: contractId,
  round: Round,
  reference: contractId,
};

const Waiting = record(waitingPayment);
type Waiting = Static<typeof Waiting>;

interface LockedShare extends Pick<Waiting, "targetAmount" | "lockedAmulet" | "round"> {
  readonly senderChange: string | undefined;
}

/** Locks one payment of a subscription, at the price of the round when it is due in USD. */
export function* lockSubscriptionPayment(
  { sender, receiver, provider, dso, description }: SubscriptionData,
  { paymentAmount }: SubscriptionPayData,
  { inputs, context, walletProvider }: Static<typeof PayArgument>,
): ChoiceProgram<LockedShare> {
  const openRound = yield* publicRound(context.context.openMiningRound, dso, sender);
  const targetAmount = yield* inCoin(paymentAmount, openRound);
  const locked = yield* lockPayment({
    dso,
    sender,
    provider,
    walletProvider,
    shares: [{ receiver, amount: targetAmount }],
    inputs,
    context,
    openRound,
    lockContext: `amulet-subscription: ${description}`,
    lockReason: `Locking amulet for subscription payment: ${description}`,
  });
  return { ...locked, targetAmount };
}

const toCollect = (
  { subscriptionData, targetAmount, lockedAmulet, round }: Waiting,
  transferContext: AppTransferContext,
): PaymentToCollect => {
  const { sender, receiver, provider, dso, description } = subscriptionData;
  const shares = [{ receiver, amount: targetAmount }];
  const reason = `subscription payment: ${description}`;
  return { dso, sender, provider, shares, lockedAmulet, round, transferContext, reason };
};

/** Stops the command in another round than the payment's; see {@link requireSameRound}. */
export const requireItsRound = (
  payment: Waiting,
  context: AppTransferContext,
  paidAt: string,
): ChoiceProgram<void> => requireSameRound(toCollect(payment, context), paidAt);

/** The receiver gets a payment. @returns its coin */
export function* collectSubscriptionPayment(
  payment: Waiting,
  context: AppTransferContext,
): ChoiceProgram<string> {
  const [amulet] = yield* collectPayment(toCollect(payment, context));
  return amulet ?? (yield* generalError("The payment made no coin"));
}

/** The sender of a payment, and the network it is made on. */
type PaymentSender = Pick<SubscriptionData, "dso" | "sender">;

/** A coin given back, with what older clients read of it: the round and the price. */
function* givenBack(
  amulet: string,
  { dso, sender }: PaymentSender,
  { openMiningRound }: AppTransferContext,
): ChoiceProgram<Static<typeof UnlockedResult>> {
  const { amuletPrice, round } = yield* publicRound(openMiningRound, dso, sender);
  return { amuletSum: { amulet, amuletPrice, round } };
}

/** The CC goes back to the sender with the will of all parties. */
export function* unlockPayment(
  lockedAmulet: string,
  of: PaymentSender,
  context: AppTransferContext,
): ChoiceProgram<Static<typeof UnlockedResult>> {
  const { amuletCid } = yield* exercise(LockedAmulet_UnlockV2, lockedAmulet, {});
  return yield* givenBack(amuletCid, of, context);
}

/** The CC goes back to the sender once its lock has expired; `deadline-not-exceeded` before. */
export function* takeBackPayment(
  lockedAmulet: string,
  of: PaymentSender,
  context: AppTransferContext,
): ChoiceProgram<Static<typeof UnlockedResult>> {
  const { amuletCid } = yield* exercise(LockedAmulet_OwnerExpireLockV2, lockedAmulet, {});
  return yield* givenBack(amuletCid, of, context);
}
