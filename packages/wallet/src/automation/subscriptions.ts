import {
  isMissedAt,
  isPaidAutomaticallyAt,
  SubscriptionIdleState,
  SubscriptionIdleState_ExpireSubscription,
  SubscriptionIdleState_MakePayment,
  walletPaymentsPackage,
} from "@tallystick/coin";
import type { Static } from "@tallystick/core";
import { commandsOf } from "@tallystick/wire";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { ccOf } from "../treasury/prices.js";
import { fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";

const { exercise } = commandsOf(walletPaymentsPackage);

/** Subscriptions that are looked at, those due first. */
const maxDue = 100;

type Idle = ActiveContract<Static<(typeof SubscriptionIdleState)["payload"]>>;

/**
 * The payment of a subscription; undefined without funds, so that it is tried again while there is
 * time.
 */
const payment = (
  { view, network, operator, now }: AutomationContext,
  { contractId, payload }: Idle,
): Submission | undefined => {
  const { amount, unit } = payload.payData.paymentAmount;
  const { sender } = payload.subscriptionData;
  const cc = unit === "USDUnit" ? ccOf(amount, network.round.payload.amuletPrice) : amount;
  if (cc === undefined) return undefined;
  const { inputs, context, total } = fundingFor(cc, view, network, sender, now);
  if (total === undefined || total < cc) return undefined;
  const command = exercise(SubscriptionIdleState_MakePayment, contractId, {
    inputs,
    context,
    walletProvider: operator,
  });
  return {
    commandId: commandIdOf("pay-subscription", contractId),
    actAs: [...new Set([sender, operator])],
    readAs: [network.dso],
    commands: [command],
  };
};

const expiry = ({ contractId, payload }: Idle): Submission => ({
  commandId: commandIdOf("expire-subscription", contractId),
  actAs: [payload.subscriptionData.sender],
  readAs: [],
  commands: [
    exercise(SubscriptionIdleState_ExpireSubscription, contractId, {
      actor: payload.subscriptionData.sender,
    }),
  ],
});

/**
 * The sender's wallet pays subscriptions when their time has come, and ends those whose payment was
 * missed (wallet 18).
 */
export const paySubscriptions: Automation = {
  name: "pay-subscriptions",
  runsFor: "party",
  plan: (context, party) => {
    const { view, now, isWaiting } = context;
    for (const idle of view.due(SubscriptionIdleState, party, now, maxDue)) {
      const { subscriptionData, payData, nextPaymentDueAt } = idle.payload;
      if (subscriptionData.sender !== party) continue;
      if (!isPaidAutomaticallyAt(now, nextPaymentDueAt, payData.paymentDuration)) continue;
      const submission =
        payment(context, idle) ?? (isMissedAt(now, nextPaymentDueAt) ? expiry(idle) : undefined);
      if (submission !== undefined && !isWaiting(submission.commandId)) return [submission];
    }
    return [];
  },
};
