import { type ChoiceProgram, contractId, record, template, timestamp } from "@tallystick/core";
import { Subscription } from "./subscription.js";
import {
  isPayable,
  SubscriptionData,
  subscriptionParties,
  SubscriptionPayData,
  subscriptionsModuleName,
} from "./subscription-data.js";
import { waitingPayment } from "./subscription-payment-lock.js";
import { requireMatching } from "../model/checked-fetch.js";

const state = {
  subscription: contractId,
  subscriptionData: SubscriptionData,
  payData: SubscriptionPayData,
};

/** A subscription between two payments; microseconds since the Unix epoch. */
export const SubscriptionIdleState = template(`${subscriptionsModuleName}:SubscriptionIdleState`, {
  payload: record({ ...state, nextPaymentDueAt: timestamp, reference: contractId }),
  signatories: (payload) => subscriptionParties(payload),
  ensure: (payload) => isPayable(payload),
});

/** A later payment of a subscription, which waits to be collected. */
export const SubscriptionPayment = template(`${subscriptionsModuleName}:SubscriptionPayment`, {
  payload: record({
    ...state,
    thisPaymentDueAt: timestamp,
    targetAmount: waitingPayment.targetAmount,
    lockedAmulet: waitingPayment.lockedAmulet,
    round: waitingPayment.round,
    reference: contractId,
  }),
  signatories: (payload) => subscriptionParties(payload),
  ensure: (payload) => isPayable(payload),
});

/** Stops the command unless a state belongs to the subscription it names. */
export const requireItsSubscription = ({
  subscription,
  subscriptionData,
  reference,
}: {
  readonly subscription: string;
  readonly subscriptionData: SubscriptionData;
  readonly reference: string;
}): ChoiceProgram<void> =>
  requireMatching(Subscription, subscription, { subscriptionData, reference });
