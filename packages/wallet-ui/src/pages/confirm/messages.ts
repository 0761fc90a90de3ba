import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages that confirm what an app asks for. */
export const messages = catalogue({
  en: {
    payment: {
      card: "An app asks for a payment",
      description: "For",
      receivers: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: "Receiver", other: "Receivers" }),
      confirm: "Send payment",
      done: "The payment is made.",
      title: "Confirm payment",
    },
    request: {
      receiver: "Receiver",
      provider: "Through",
      expires: "Expires",
      what: "the request",
      payer: "You pay as",
    },
    return: {
      refused: ({ reason }: { readonly reason: string }) => `${reason} It is not followed.`,
      toWallet: "Go to the wallet",
      link: ({ host }: { readonly host: string }) => `Return to ${host}`,
      warning: ({ reason }: { readonly reason: string }) =>
        `${reason} The wallet does not follow it; whoever sent you here may not be who they say.`,
    },
    sum: {
      exact: "You pay now",
      about: "You pay now, about",
      available: ({ amount }: { readonly amount: ReactNode }) => rich`Available: ${amount}`,
    },
    end: {
      rejected: "Rejected",
      committed: "Committed",
      acceptedHint:
        "The coins are locked for the app, which collects them. If it does not, they come back to you.",
      rejectedHint: "Nothing was paid.",
    },
    accept: {
      shortOfFunds: ({ coin }: { readonly coin: string }) =>
        `You have too little ${coin} for this.`,
      failed: "The payment was refused.",
    },
    reject: {
      submit: "Reject",
      done: "Rejected.",
      failed: "It could not be rejected.",
    },
    subscription: {
      card: "An app asks for a subscription",
      costs: "Costs",
      every: ({ amount, interval }: { readonly amount: ReactNode; readonly interval: string }) =>
        rich`${amount} every ${interval}, until you cancel`,
      later: "Later payments",
      laterHint: ({ before }: { readonly before: string }) =>
        `This wallet makes them by itself, up to ${before} before they are due.`,
      signed: ({ before }: { readonly before: string }) =>
        `You sign each of them: it is in your inbox from ${before} before it is due.`,
      title: "Confirm subscription",
      done: "The subscription is confirmed.",
    },
    gone: {
      title: "Nothing to confirm",
      card: "This request has ended",
      hint: "It was paid, rejected or withdrawn, or it is meant for another party than yours.",
    },
  },
});
