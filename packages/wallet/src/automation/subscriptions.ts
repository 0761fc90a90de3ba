import {
  isMissedAt,
  isPaidAutomaticallyAt,
  SubscriptionIdleState,
  SubscriptionIdleState_ExpireSubscription,
  walletPaymentsPackage,
} from "@tallystick/coin";
import type { Static } from "@tallystick/core";
import { commandsOf } from "@tallystick/wire";
import { isRight } from "fp-ts/lib/Either.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstDue } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { payInOrder, type Payment, paymentId } from "../treasury/execute-batch.js";
import { ccOf } from "../treasury/prices.js";
import type { Automation, AutomationContext } from "./automation.js";

const { exercise } = commandsOf(walletPaymentsPackage);

/** What command ids begin with. */
const paid = "pay-subscription";
const ended = "expire-subscription";

/** Subscriptions that are looked at, those due first. */
const maxDue = 100;

type Idle = ActiveContract<Static<(typeof SubscriptionIdleState)["payload"]>>;

/** What the next payment of a subscription takes; undefined when it is out of range. */
const paymentOf = (
  { network }: AutomationContext,
  { contractId, payload }: Idle,
): Payment | undefined => {
  const { amount, unit } = payload.payData.paymentAmount;
  const cost = unit === "USDUnit" ? ccOf(amount, network.round.payload.amuletPrice) : amount;
  const operation = { tag: "CO_SubscriptionMakePayment", value: contractId } as const;
  return cost === undefined ? undefined : { contractId, cost, operation };
};

const expiry = ({ contractId, payload }: Idle): Submission => ({
  commandId: commandIdOf(ended, contractId),
  actAs: [payload.subscriptionData.sender],
  readAs: [],
  commands: [
    exercise(SubscriptionIdleState_ExpireSubscription, contractId, {
      actor: payload.subscriptionData.sender,
    }),
  ],
});

/**
 * The payments that come first and can be made; those without funds are tried again while there is
 * time, and hold up no cheaper one.
 */
const payDue = (
  context: AutomationContext,
  party: string,
  due: ReadonlyArray<Idle>,
): ReadonlyArray<Submission> => {
  const payments = due.flatMap((idle) => paymentOf(context, idle) ?? []);
  for (let first = 0; first < payments.length; first++) {
    const some = payments.slice(first, first + context.config.treasuryBatchSize);
    const submission = payInOrder(context, party, paid, some);
    if (isRight(submission)) return submission.right === undefined ? [] : [submission.right];
  }
  return [];
};

/**
 * The sender's wallet pays subscriptions when their time has come, several in one transaction, and
 * ends those whose payment was missed (wallet 18).
 */
export const paySubscriptions: Automation = {
  name: "pay-subscriptions",
  runsFor: "party",
  plan: (context, party) => {
    const { view, now, isWaiting } = context;
    const due = firstDue(view, now, {
      template: SubscriptionIdleState,
      party,
      keep: ({ contractId, payload: { subscriptionData, payData, nextPaymentDueAt } }) =>
        subscriptionData.sender === party &&
        isPaidAutomaticallyAt(now, nextPaymentDueAt, payData.paymentDuration) &&
        !isWaiting(paymentId(paid, contractId)) &&
        !isWaiting(commandIdOf(ended, contractId)),
      wanted: maxDue,
    });
    const submissions = payDue(context, party, due);
    if (submissions.length > 0) return submissions;
    const missed = due.find(({ payload }) => isMissedAt(now, payload.nextPaymentDueAt));
    return missed === undefined ? [] : [expiry(missed)];
  },
};
