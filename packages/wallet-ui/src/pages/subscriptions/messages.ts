import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the page Subscriptions. */
export const messages = catalogue({
  en: {
    costs: "Costs",
    every: ({ amount, interval }: { readonly amount: ReactNode; readonly interval: string }) =>
      rich`${amount} every ${interval}`,
    paidTo: "Paid to",
    through: "Through",
    wasDue: ({ time }: { readonly time: ReactNode }) =>
      rich`Was due ${time}: the app may end the subscription.`,
    wasDueAndWaits: ({
      time,
      reason,
      next,
    }: {
      readonly time: ReactNode;
      readonly reason: string;
      readonly next: string;
    }) => rich`Was due ${time}: the app may end the subscription. ${reason}. ${next}`,
    isDue: ({ left, before }: { readonly left: ReactNode; readonly before: string }) =>
      rich`${left}, payable ${before} before`,
    isDueAndWaits: ({
      left,
      before,
      reason,
      next,
    }: {
      readonly left: ReactNode;
      readonly before: string;
      readonly reason: string;
      readonly next: string;
    }) => rich`${left}, payable ${before} before. ${reason}. ${next}`,
    paymentUnderWay: "Payment under way",
    paymentFailed: "Payment failed",
    active: "Active",
    cancelSubscription: "Cancel subscription",
    cancelSubscriptionTitle: ({ title }: { readonly title: string }) =>
      `Cancel subscription ${title}`,
    cancelTheSubscription: "Cancel the subscription?",
    nothingMoreIsPaid: ({ text }: { readonly text: ReactNode }) =>
      rich`Nothing more is paid for ${text}. What was paid already is not paid back.`,
    subscriptionIsCancelled: "The subscription is cancelled.",
    subscriptionCouldNotBeCancelled: "The subscription could not be cancelled.",
    nextPayment: "Next payment",
    appIsCollectingOneNow: "The app is collecting one now; you can cancel after that.",
    review: "Review",
    askedFor: "Asked for",
    theRequestedSubscriptions: "the requested subscriptions",
    noAppAsks: "No app asks for a subscription",
    title: "Subscriptions",
    running: "Running",
    theSubscriptions: "the subscriptions",
    noSubscriptions: "No subscriptions",
    getAName: "Get a name",
    whatAppsCollectFrom:
      "What apps collect from you regularly is listed here, and can be cancelled. A name, for example, is a subscription.",
  },
});
