import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages that confirm what an app asks for. */
export const messages = catalogue({
  en: {
    appAsksForAPayment: "An app asks for a payment",
    forText: "For",
    receiver: "Receiver",
    receivers: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: "Receiver", other: "Receivers" }),
    through: "Through",
    expires: "Expires",
    sendPayment: "Send payment",
    paymentIsMade: "The payment is made.",
    confirmPayment: "Confirm payment",
    theRequest: "the request",
    itIsNotFollowed: ({ reason }: { readonly reason: string }) => `${reason} It is not followed.`,
    goToTheWallet: "Go to the wallet",
    returnTo: ({ host }: { readonly host: string }) => `Return to ${host}`,
    walletDoesNotFollow: ({ reason }: { readonly reason: string }) =>
      `${reason} The wallet does not follow it; whoever sent you here may not be who they say.`,
    youPayNow: "You pay now",
    youPayNowAbout: "You pay now, about",
    available: ({ amount }: { readonly amount: ReactNode }) => rich`Available: ${amount}`,
    rejected: "Rejected",
    committed: "Committed",
    coinsAreLocked:
      "The coins are locked for the app, which collects them. If it does not, they come back to you.",
    nothingWasPaid: "Nothing was paid.",
    youHaveTooLittle: ({ coin }: { readonly coin: string }) =>
      `You have too little ${coin} for this.`,
    reject: "Reject",
    wasRejected: "Rejected.",
    itCouldNotBeRejected: "It could not be rejected.",
    paymentWasRefused: "The payment was refused.",
    youPayAs: "You pay as",
    appAsksForASubscription: "An app asks for a subscription",
    costs: "Costs",
    everyUntilYouCancel: ({
      amount,
      interval,
    }: {
      readonly amount: ReactNode;
      readonly interval: string;
    }) => rich`${amount} every ${interval}, until you cancel`,
    laterPayments: "Later payments",
    thisWalletMakesThem: ({ before }: { readonly before: string }) =>
      `This wallet makes them by itself, up to ${before} before they are due.`,
    confirmSubscription: "Confirm subscription",
    subscriptionIsConfirmed: "The subscription is confirmed.",
    nothingToConfirm: "Nothing to confirm",
    thisRequestHasEnded: "This request has ended",
    itWasPaidRejected:
      "It was paid, rejected or withdrawn, or it is meant for another party than yours.",
  },
});
