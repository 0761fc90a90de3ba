import { choice, create, exercise, ledgerTime, party, record } from "@tallystick/core";
import { requireThat } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import { Subscription_Archive } from "./subscription.js";
import { requireParty, TerminatedResult } from "./subscription-data.js";
import { isMissedAt } from "./subscription-due.js";
import { lockSubscriptionPayment, PaidResult, PayArgument } from "./subscription-payment-lock.js";
import {
  requireItsSubscription,
  SubscriptionIdleState,
  SubscriptionPayment,
} from "./subscription-state.js";
import { laterBy } from "../model/arithmetic.js";

/** The sender makes the next payment, from its duration before it is due on. */
export const SubscriptionIdleState_MakePayment = choice(
  SubscriptionIdleState,
  "SubscriptionIdleState_MakePayment",
  {
    argument: PayArgument,
    result: PaidResult,
    controllers: ({ subscriptionData }, { walletProvider }) => [
      subscriptionData.sender,
      walletProvider,
    ],
    *body({ payload }, argument) {
      const { nextPaymentDueAt, ...state } = payload;
      const { subscriptionData, payData } = state;
      yield* requireItsSubscription(payload);
      const now = yield* ledgerTime();
      yield* requireThat(
        (yield* laterBy(now, payData.paymentDuration)) >= nextPaymentDueAt,
        "The next due date is close enough to make the next payment.",
      );
      const { senderChange, ...locked } = yield* lockSubscriptionPayment(
        subscriptionData,
        payData,
        argument,
      );
      const subscriptionPayment = yield* create(SubscriptionPayment, {
        ...state,
        ...locked,
        thisPaymentDueAt: nextPaymentDueAt,
      });
      return { subscriptionPayment, senderChange };
    },
  },
);

/** One of the parties ends a subscription whose payment was missed. */
export const SubscriptionIdleState_ExpireSubscription = choice(
  SubscriptionIdleState,
  "SubscriptionIdleState_ExpireSubscription",
  {
    argument: record({ actor: party }),
    result: TerminatedResult,
    controllers: (_state, { actor }) => [actor],
    *body({ payload }, { actor }) {
      yield* requireParty(actor, payload);
      yield* requireItsSubscription(payload);
      yield* requireThat(
        isMissedAt(yield* ledgerTime(), payload.nextPaymentDueAt),
        "Last subscription payment was missed",
      );
      return yield* exercise(Subscription_Archive, payload.subscription, {});
    },
  },
);

/** The sender cancels the subscription; it cannot while a payment waits. */
export const SubscriptionIdleState_CancelSubscription = choice(
  SubscriptionIdleState,
  "SubscriptionIdleState_CancelSubscription",
  {
    argument: record({}),
    result: TerminatedResult,
    controllers: ({ subscriptionData }) => [subscriptionData.sender],
    *body({ payload }) {
      yield* requireItsSubscription(payload);
      return yield* exercise(Subscription_Archive, payload.subscription, {});
    },
  },
);

export const subscriptionIdleStateModule = modulePart({
  templates: [SubscriptionIdleState],
  choices: [
    SubscriptionIdleState_MakePayment,
    SubscriptionIdleState_ExpireSubscription,
    SubscriptionIdleState_CancelSubscription,
  ],
});
