import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the page Subscriptions. */
export const messages = catalogue({
  en: {
    fact: {
      costs: "Costs",
      every: ({ amount, interval }: { readonly amount: ReactNode; readonly interval: string }) =>
        rich`${amount} every ${interval}`,
      receiver: "Paid to",
      provider: "Through",
      next: "Next payment",
    },
    due: {
      overdue: ({ time }: { readonly time: ReactNode }) =>
        rich`Was due ${time}: the app may end the subscription.`,
      overdueWaiting: ({
        time,
        reason,
        next,
      }: {
        readonly time: ReactNode;
        readonly reason: string;
        readonly next: string;
      }) => rich`Was due ${time}: the app may end the subscription. ${reason}. ${next}`,
      next: ({ left, before }: { readonly left: ReactNode; readonly before: string }) =>
        rich`${left}, payable ${before} before`,
      nextWaiting: ({
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
      collecting: "The app is collecting one now; you can cancel after that.",
    },
    state: {
      paying: "Payment under way",
      failed: "Payment failed",
      active: "Active",
      yours: "Waits for you",
    },
    pay: {
      submit: "Pay",
      submitNamed: ({ title }: { readonly title: string }) => `Pay for ${title}`,
      done: "The payment is made.",
      failed: "The payment was refused.",
    },
    cancel: {
      submit: "Cancel subscription",
      submitNamed: ({ title }: { readonly title: string }) => `Cancel subscription ${title}`,
      question: "Cancel the subscription?",
      effect: ({ text }: { readonly text: ReactNode }) =>
        rich`Nothing more is paid for ${text}. What was paid already is not paid back.`,
      done: "The subscription is cancelled.",
      failed: "The subscription could not be cancelled.",
    },
    requests: {
      review: "Review",
      title: "Asked for",
      what: "the requested subscriptions",
      empty: "No app asks for a subscription",
      emptyHint: "A subscription that an app offers you appears here.",
    },
    page: {
      title: "Subscriptions",
    },
    running: {
      title: "Running",
      what: "the subscriptions",
      empty: "No subscriptions",
      getName: "Get a name",
      emptyHint:
        "What apps collect from you regularly is listed here, and can be cancelled. A name, for example, is a subscription.",
    },
  },
});
