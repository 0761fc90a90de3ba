import { choice, create, record, template } from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import { TerminatedSubscription } from "./subscription.js";
import {
  isPayable,
  SubscriptionData,
  subscriptionParties,
  SubscriptionPayData,
  subscriptionsModuleName,
  TerminatedResult,
} from "./subscription-data.js";
import { SubscriptionInitialPayment } from "./subscription-initial-payment.js";
import { lockSubscriptionPayment, PaidResult, PayArgument } from "./subscription-payment-lock.js";

/** An app asks a sender to subscribe; all three parties sign it. */
export const SubscriptionRequest = template(`${subscriptionsModuleName}:SubscriptionRequest`, {
  payload: record({ subscriptionData: SubscriptionData, payData: SubscriptionPayData }),
  signatories: (payload) => subscriptionParties(payload),
  ensure: (payload) => isPayable(payload),
});

/** The sender agrees and makes the first payment. */
export const SubscriptionRequest_AcceptAndMakePayment = choice(
  SubscriptionRequest,
  "SubscriptionRequest_AcceptAndMakePayment",
  {
    argument: PayArgument,
    result: PaidResult,
    controllers: ({ subscriptionData }, { walletProvider }) => [
      subscriptionData.sender,
      walletProvider,
    ],
    *body({ self, payload: { subscriptionData, payData } }, argument) {
      const { senderChange, ...locked } = yield* lockSubscriptionPayment(
        subscriptionData,
        payData,
        argument,
      );
      const subscriptionPayment = yield* create(SubscriptionInitialPayment, {
        subscriptionData,
        payData,
        ...locked,
        reference: self,
      });
      return { subscriptionPayment, senderChange };
    },
  },
);

export const SubscriptionRequest_Withdraw = choice(
  SubscriptionRequest,
  "SubscriptionRequest_Withdraw",
  {
    argument: record({}),
    result: TerminatedResult,
    controllers: ({ subscriptionData }) => [subscriptionData.receiver],
    *body({ self, payload: { subscriptionData } }) {
      return {
        terminatedSubscription: yield* create(TerminatedSubscription, {
          subscriptionData,
          reference: self,
        }),
      };
    },
  },
);

/** The sender does not want it. */
export const SubscriptionRequest_Reject = choice(
  SubscriptionRequest,
  "SubscriptionRequest_Reject",
  {
    argument: record({}),
    result: TerminatedResult,
    controllers: ({ subscriptionData }) => [subscriptionData.sender],
    *body({ self, payload: { subscriptionData } }) {
      return {
        terminatedSubscription: yield* create(TerminatedSubscription, {
          subscriptionData,
          reference: self,
        }),
      };
    },
  },
);

export const subscriptionRequestModule = modulePart({
  templates: [SubscriptionRequest],
  choices: [
    SubscriptionRequest_AcceptAndMakePayment,
    SubscriptionRequest_Withdraw,
    SubscriptionRequest_Reject,
  ],
});
