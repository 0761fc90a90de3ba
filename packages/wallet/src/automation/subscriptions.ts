import { isPaidAutomaticallyAt, SubscriptionIdleState } from "@tallystick/coin";
import type { Static, PartyId } from "@tallystick/core";
import { isRight } from "fp-ts/lib/Either.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstDue } from "../contracts/first-found.js";
import type { Submission } from "../submissions/submission.js";
import { payInOrder, type Payment, paymentId } from "../treasury/execute-batch.js";
import { ccOf } from "../treasury/prices.js";
import { fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";
import { lackOf } from "./lack.js";

/** Prefix of command ids. */
const paid = "pay-subscription";

/** Subscriptions read, those due first. */
const maxDue = 100;

type Idle = ActiveContract<Static<(typeof SubscriptionIdleState)["payload"]>>;

/** The next payment of a subscription; undefined when it is out of range. */
const paymentOf = (
  { network }: AutomationContext,
  { contractId, payload }: Idle,
): Payment | undefined => {
  const { amount, unit } = payload.payData.paymentAmount;
  const cost = unit === "USDUnit" ? ccOf(amount, network.round.payload.amuletPrice) : amount;
  const operation = { tag: "CO_SubscriptionMakePayment", value: contractId } as const;
  return cost === undefined ? undefined : { contractId, cost, operation };
};

/** The payments that are due, those due first. */
const dueOf = (context: AutomationContext, party: PartyId): ReadonlyArray<Payment> => {
  const { view, now, isWaiting } = context;
  return firstDue(view, now, {
    template: SubscriptionIdleState,
    party,
    keep: ({ contractId, payload: { subscriptionData, payData, nextPaymentDueAt } }) =>
      subscriptionData.sender === party &&
      isPaidAutomaticallyAt(BigInt(now), nextPaymentDueAt, payData.paymentDuration) &&
      !isWaiting(paymentId(paid, contractId)),
    wanted: maxDue,
  }).flatMap((idle) => paymentOf(context, idle) ?? []);
};

/** The first payments that are covered; those without funds wait, and do not block cheaper ones. */
const payDue = (context: AutomationContext, party: PartyId): ReadonlyArray<Submission> => {
  const payments = dueOf(context, party);
  for (let first = 0; first < payments.length; first++) {
    const some = payments.slice(first, first + context.config.treasuryBatchSize);
    const submission = payInOrder(context, party, paid, some);
    if (isRight(submission)) return submission.right === undefined ? [] : [submission.right];
  }
  return [];
};

/**
 * Pays due subscriptions from the sender's wallet, several in one transaction (wallet 18). It does
 * not end any: receiver and provider decide how long they wait.
 */
export const paySubscriptions: Automation = {
  name: "pay-subscriptions",
  runsFor: "party",
  bound: { most: 20 },
  lack: (context, party) => {
    const { view, network, now } = context;
    const [first] = dueOf(context, party);
    if (first === undefined) return undefined;
    const { total } = fundingFor(first.cost, view, network, party, now);
    return lackOf(party, first.cost, total);
  },
  plan: payDue,
};
