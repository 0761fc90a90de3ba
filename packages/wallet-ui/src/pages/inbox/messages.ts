import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Inbox. */
export const messages = catalogue({
  en: {
    all: "All",
    waitsForYou: "Waits for you",
    received: "Received",
    sent: "Sent",
    whichItems: "Which items",
    title: "Inbox",
    whatWaits: "What waits",
    theInbox: "the inbox",
    nothingWaits: "Nothing waits",
    requestMoney: "Request money",
    transfersThatYouReceive:
      "Transfers that you receive or send, and requests for payments, wait here until someone decides.",
    nothingOfThisKindWaits: "Nothing of this kind waits",
    bytesOfTraffic: ({ bytes }: { readonly bytes: number }) => `${bytes} bytes of traffic`,
    amount: "Amount",
    description: "Description",
    since: "Since",
    until: "Until",
    contract: "Contract",
    contractId: "contract id",
    next: ({ next }: { readonly next: string }) => `Next: ${next}`,
    over: "Over",
    accepted: "Accepted",
    completed: "Completed",
    rejected: "Rejected",
    cancelled: "Cancelled",
    withdrawn: "Withdrawn",
    expired: "Expired",
    itIsOver: "It is over",
    nothingWaitsWithThisContract: "Nothing waits with this contract id any more.",
    thisWas: ({ fate }: { readonly fate: string }) => `This was ${fate.toLowerCase()}.`,
    whyNothingWasPaid: ({ text }: { readonly text: ReactNode }) =>
      rich`Why: ${text}. Nothing was paid.`,
    showTheHistory: "Show the history",
    toTheInbox: "To the inbox",
    update: "Update",
    whatHappened: "What happened is in the history.",
  },
});
