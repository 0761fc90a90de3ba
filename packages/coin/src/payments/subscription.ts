import { choice, contractId, create, record, type Static, template } from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import {
  SubscriptionData,
  subscriptionParties,
  subscriptionsModuleName,
  TerminatedResult,
} from "./subscription-data.js";

const SubscriptionPayload = record({ subscriptionData: SubscriptionData, reference: contractId });
/** The contents of a subscription; `reference` is the id of the request it began with. */
export type SubscriptionPayload = Static<typeof SubscriptionPayload>;

/** A subscription that is running: the same contract from the first payment to its end. */
export const Subscription = template(`${subscriptionsModuleName}:Subscription`, {
  payload: SubscriptionPayload,
  signatories: (payload) => subscriptionParties(payload),
});

/**
 * A subscription that is over, or never began: what the app's own workflow takes up and archives.
 */
export const TerminatedSubscription = template(
  `${subscriptionsModuleName}:TerminatedSubscription`,
  {
    payload: SubscriptionPayload,
    signatories: (payload) => subscriptionParties(payload),
  },
);

/** All three parties end the subscription. */
export const Subscription_Archive = choice(Subscription, "Subscription_Archive", {
  argument: record({}),
  result: TerminatedResult,
  controllers: (payload) => subscriptionParties(payload),
  *body({ payload }) {
    return { terminatedSubscription: yield* create(TerminatedSubscription, payload) };
  },
});

export const subscriptionModule = modulePart({
  templates: [Subscription, TerminatedSubscription],
  choices: [Subscription_Archive],
});
