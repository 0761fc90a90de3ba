import { type ChoiceProgram, contractId, party, record, type Static, text } from "@tallystick/core";
import { AmuletCreateSummary } from "../amulet/holding/amulet.js";
import { RelTime } from "../token-standard/metadata-v1.js";
import { requireThat } from "../model/coin-error.js";
import { PaymentAmount } from "./payment-amount.js";
import { shownParty } from "../model/shown.js";

/** The module of subscriptions, as clients name it. */
export const subscriptionsModuleName = "Splice.Wallet.Subscriptions";

/** Who pays whom through which app, and for what. */
export const SubscriptionData = record(
  {
    sender: party,
    receiver: party,
    provider: party,
    dso: party,
    description: text,
  },
  "SubscriptionData",
);
export type SubscriptionData = Static<typeof SubscriptionData>;

/** How much is due at which interval, and how long before it is due it may be paid. */
export const SubscriptionPayData = record(
  {
    paymentAmount: PaymentAmount,
    paymentInterval: RelTime,
    paymentDuration: RelTime,
  },
  "SubscriptionPayData",
);
export type SubscriptionPayData = Static<typeof SubscriptionPayData>;

/** Sender, receiver and provider sign everything about a subscription. */
export const subscriptionParties = ({
  subscriptionData: { sender, receiver, provider },
}: {
  readonly subscriptionData: SubscriptionData;
}): ReadonlyArray<string> => [sender, receiver, provider];

/** True when amount, interval and duration are above 0. */
export const isPayable = ({
  payData: { paymentAmount, paymentInterval, paymentDuration },
}: {
  readonly payData: SubscriptionPayData;
}): boolean =>
  paymentAmount.amount > 0n &&
  paymentInterval.microseconds > 0n &&
  paymentDuration.microseconds > 0n;

/** Stops the command unless an actor is one of the parties of a subscription. */
export const requireParty = (
  actor: string,
  subscription: { readonly subscriptionData: SubscriptionData },
): ChoiceProgram<void> =>
  requireThat(
    subscriptionParties(subscription).includes(actor),
    `Actor ${shownParty(actor)} is a signatory`,
  );

/** The result of giving locked CC back to the sender. */
export const UnlockedResult = record({ amuletSum: AmuletCreateSummary });

export const TerminatedResult = record({ terminatedSubscription: contractId });
