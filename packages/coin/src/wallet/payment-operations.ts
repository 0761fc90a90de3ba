import { exercise, type ChoiceProgram } from "@tallystick/core";
import { AmuletRules_Transfer } from "../amulet/transfer/amulet-rules-transfer.js";
import { AppPaymentRequest_Accept } from "../payments/app-payment-request.js";
import { SubscriptionIdleState_MakePayment } from "../payments/subscription-idle-state.js";
import { SubscriptionRequest_AcceptAndMakePayment } from "../payments/subscription-request.js";
import { BuyTrafficRequest_Complete } from "./buy-traffic-request.js";
import type { BatchStep, OperationContext } from "./operation-context.js";
import { AcceptedTransferOffer_Complete } from "./transfer-offer.js";

export function* payApp(
  requestCid: string,
  { inputs, context, validator: walletProvider }: OperationContext,
): ChoiceProgram<BatchStep> {
  const argument = { inputs, context, walletProvider };
  const paid = yield* exercise(AppPaymentRequest_Accept, requestCid, argument);
  return {
    outcome: { tag: "COO_AcceptedAppPayment", value: paid.acceptedPayment },
    change: paid.senderChangeAmulet,
  };
}

/** The user pays an accepted offer. */
export function* completeAcceptedTransfer(
  acceptedCid: string,
  { inputs, context: transferContext, validator: walletProvider }: OperationContext,
): ChoiceProgram<BatchStep> {
  const argument = { inputs, transferContext, walletProvider };
  const paid = yield* exercise(AcceptedTransferOffer_Complete, acceptedCid, argument);
  return {
    outcome: {
      tag: "COO_CompleteAcceptedTransfer",
      value: { _1: paid.transferResult, _2: paid.trackingInfo },
    },
    change: paid.senderChangeAmulet,
  };
}

/** The user subscribes and makes the first payment. */
export function* acceptSubscription(
  requestCid: string,
  { inputs, context, validator: walletProvider }: OperationContext,
): ChoiceProgram<BatchStep> {
  const argument = { inputs, context, walletProvider };
  const paid = yield* exercise(SubscriptionRequest_AcceptAndMakePayment, requestCid, argument);
  return {
    outcome: { tag: "COO_SubscriptionInitialPayment", value: paid.subscriptionPayment },
    change: paid.senderChange,
  };
}

/** The user makes the next payment of a subscription. */
export function* paySubscription(
  idleStateCid: string,
  { inputs, context, validator: walletProvider }: OperationContext,
): ChoiceProgram<BatchStep> {
  const argument = { inputs, context, walletProvider };
  const paid = yield* exercise(SubscriptionIdleState_MakePayment, idleStateCid, argument);
  return {
    outcome: { tag: "COO_SubscriptionPayment", value: paid.subscriptionPayment },
    change: paid.senderChange,
  };
}

export function* completeBuyTrafficRequest(
  requestCid: string,
  { inputs, context, validator: walletProvider }: OperationContext,
): ChoiceProgram<BatchStep> {
  const argument = { inputs, context, walletProvider };
  const bought = yield* exercise(BuyTrafficRequest_Complete, requestCid, argument);
  return {
    outcome: {
      tag: "COO_CompleteBuyTrafficRequest",
      value: { _1: bought.purchasedTraffic, _2: bought.trackingInfo },
    },
    change: bought.senderChangeAmulet,
  };
}

/** All inputs, coins and coupons, become one coin of the user. */
export function* mergeInputs({
  dso,
  endUser,
  context: { amuletRules, context },
  inputs,
}: OperationContext): ChoiceProgram<BatchStep> {
  const { senderChangeAmulet } = yield* exercise(AmuletRules_Transfer, amuletRules, {
    transfer: { sender: endUser, provider: endUser, inputs, outputs: [], beneficiaries: undefined },
    context,
    expectedDso: dso,
  });
  return {
    outcome: { tag: "COO_MergeTransferInputs", value: senderChangeAmulet },
    change: senderChangeAmulet,
  };
}
