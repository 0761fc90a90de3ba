import { choice, contractId, create, ledgerTime, party, record, template } from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import { AppTransferContext } from "./app-transfer-context.js";
import { Subscription, TerminatedSubscription } from "./subscription.js";
import {
  isPayable,
  requireParty,
  subscriptionParties,
  subscriptionsModuleName,
  UnlockedResult,
} from "./subscription-data.js";
import { SubscriptionIdleState } from "./subscription-state.js";
import {
  collectSubscriptionPayment,
  requireItsRound,
  takeBackPayment,
  unlockPayment,
  waitingPayment,
} from "./subscription-payment-lock.js";
import { laterBy } from "../model/arithmetic.js";

/** The first payment of a subscription, which waits to be collected. */
export const SubscriptionInitialPayment = template(
  `${subscriptionsModuleName}:SubscriptionInitialPayment`,
  {
    payload: record(waitingPayment),
    signatories: (payload) => subscriptionParties(payload),
    ensure: (payload) => isPayable(payload),
  },
);

/**
 * The receiver gets the first payment, and the subscription begins: the next one is due in an
 * interval.
 */
export const SubscriptionInitialPayment_Collect = choice(
  SubscriptionInitialPayment,
  "SubscriptionInitialPayment_Collect",
  {
    argument: record({ transferContext: AppTransferContext }),
    result: record({ subscription: contractId, subscriptionState: contractId, amulet: contractId }),
    controllers: (payload) => subscriptionParties(payload),
    *body({ payload }, { transferContext }) {
      const { subscriptionData, payData, reference } = payload;
      yield* requireItsRound(payload, transferContext, "subscription request");
      const subscription = yield* create(Subscription, { subscriptionData, reference });
      const now = yield* ledgerTime();
      const subscriptionState = yield* create(SubscriptionIdleState, {
        subscription,
        subscriptionData,
        payData,
        nextPaymentDueAt: yield* laterBy(now, payData.paymentInterval),
        reference,
      });
      const amulet = yield* collectSubscriptionPayment(payload, transferContext);
      return { subscription, subscriptionState, amulet };
    },
  },
);

/** The receiver does not want the payment; there will be no subscription. */
export const SubscriptionInitialPayment_Reject = choice(
  SubscriptionInitialPayment,
  "SubscriptionInitialPayment_Reject",
  {
    argument: record({ transferContext: AppTransferContext }),
    result: UnlockedResult,
    controllers: ({ subscriptionData }) => [subscriptionData.receiver],
    *body({ payload: { subscriptionData, reference, lockedAmulet } }, { transferContext }) {
      yield* create(TerminatedSubscription, { subscriptionData, reference });
      return yield* unlockPayment(lockedAmulet, subscriptionData, transferContext);
    },
  },
);

/** No one has collected the payment while it was locked; there will be no subscription. */
export const SubscriptionInitialPayment_Expire = choice(
  SubscriptionInitialPayment,
  "SubscriptionInitialPayment_Expire",
  {
    argument: record({ actor: party, transferContext: AppTransferContext }),
    result: UnlockedResult,
    controllers: (_payment, { actor }) => [actor],
    *body({ payload }, { actor, transferContext }) {
      const { subscriptionData, reference, lockedAmulet } = payload;
      yield* requireParty(actor, payload);
      yield* create(TerminatedSubscription, { subscriptionData, reference });
      return yield* takeBackPayment(lockedAmulet, subscriptionData, transferContext);
    },
  },
);

export const subscriptionInitialPaymentModule = modulePart({
  templates: [SubscriptionInitialPayment],
  choices: [
    SubscriptionInitialPayment_Collect,
    SubscriptionInitialPayment_Reject,
    SubscriptionInitialPayment_Expire,
  ],
});
