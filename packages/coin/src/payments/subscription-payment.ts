import {
  choice,
  type ChoiceProgram,
  contractId,
  create,
  party,
  record,
  type Static,
} from "@tallystick/core";
import { AmuletCreateSummary } from "../amulet/holding/amulet.js";
import { modulePart } from "../model/module-part.js";
import { AppTransferContext } from "./app-transfer-context.js";
import { requireParty, subscriptionParties } from "./subscription-data.js";
import {
  collectSubscriptionPayment,
  requireItsRound,
  takeBackPayment,
  unlockPayment,
} from "./subscription-payment-lock.js";
import {
  requireItsSubscription,
  SubscriptionIdleState,
  SubscriptionPayment,
} from "./subscription-state.js";
import { laterBy } from "../model/arithmetic.js";

type Payment = Static<typeof SubscriptionPayment.payload>;

/** The subscription waits for its next payment again. @returns the idle state */
function* backToIdle(
  { subscription, subscriptionData, payData, reference }: Payment,
  nextPaymentDueAt: bigint,
): ChoiceProgram<string> {
  return yield* create(SubscriptionIdleState, {
    subscription,
    subscriptionData,
    payData,
    nextPaymentDueAt,
    reference,
  });
}

/** The receiver gets the payment; the next one is due an interval after this one was. */
export const SubscriptionPayment_Collect = choice(
  SubscriptionPayment,
  "SubscriptionPayment_Collect",
  {
    argument: record({ transferContext: AppTransferContext }),
    result: record({ subscriptionState: contractId, amulet: contractId }),
    controllers: (payload) => subscriptionParties(payload),
    *body({ payload }, { transferContext }) {
      yield* requireItsRound(payload, transferContext, "subscription payment");
      yield* requireItsSubscription(payload);
      const { thisPaymentDueAt, payData } = payload;
      const nextDue = yield* laterBy(thisPaymentDueAt, payData.paymentInterval);
      const subscriptionState = yield* backToIdle(payload, nextDue);
      const amulet = yield* collectSubscriptionPayment(payload, transferContext);
      return { subscriptionState, amulet };
    },
  },
);

const Returned = record({ subscriptionState: contractId, amuletSum: AmuletCreateSummary });

/** The receiver does not want the payment; it is due as before. */
export const SubscriptionPayment_Reject = choice(
  SubscriptionPayment,
  "SubscriptionPayment_Reject",
  {
    argument: record({ transferContext: AppTransferContext }),
    result: Returned,
    controllers: ({ subscriptionData }) => [subscriptionData.receiver],
    *body({ payload }, { transferContext }) {
      yield* requireItsSubscription(payload);
      const subscriptionState = yield* backToIdle(payload, payload.thisPaymentDueAt);
      const { amuletSum } = yield* unlockPayment(
        payload.lockedAmulet,
        payload.subscriptionData,
        transferContext,
      );
      return { subscriptionState, amuletSum };
    },
  },
);

/** No one has collected the payment while it was locked; it is due as before. */
export const SubscriptionPayment_Expire = choice(
  SubscriptionPayment,
  "SubscriptionPayment_Expire",
  {
    argument: record({ actor: party, transferContext: AppTransferContext }),
    result: Returned,
    controllers: (_payment, { actor }) => [actor],
    *body({ payload }, { actor, transferContext }) {
      yield* requireParty(actor, payload);
      yield* requireItsSubscription(payload);
      const subscriptionState = yield* backToIdle(payload, payload.thisPaymentDueAt);
      const { amuletSum } = yield* takeBackPayment(
        payload.lockedAmulet,
        payload.subscriptionData,
        transferContext,
      );
      return { subscriptionState, amuletSum };
    },
  },
);

export const subscriptionPaymentModule = modulePart({
  templates: [SubscriptionPayment],
  choices: [SubscriptionPayment_Collect, SubscriptionPayment_Reject, SubscriptionPayment_Expire],
});
