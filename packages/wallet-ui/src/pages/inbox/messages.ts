import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Inbox. */
export const messages = catalogue({
  en: {
    show: {
      all: "All",
      you: "Waits for you",
      received: "Received",
      sent: "Sent",
      label: "Which items",
    },
    page: {
      title: "Inbox",
    },
    list: {
      title: "What waits",
      what: "the inbox",
      empty: "Nothing waits",
      request: "Request money",
      emptyHint:
        "Transfers that you receive or send, and requests for payments, wait here until someone decides.",
      noneOfKind: "Nothing of this kind waits",
      noneForYou: "What you can accept or reject is here until you decide.",
      noneReceived: "What others send you or ask you for is here until someone decides.",
      noneSent: "What you send or ask for is here until someone decides.",
    },
    several: {
      all: ({ count }: { readonly count: number }) => `Choose all ${count}`,
      picked: ({ count }: { readonly count: number }) => `${count} chosen`,
      choose: ({ title, party }: { readonly title: string; readonly party: string }) =>
        `Choose: ${title} ${party}`,
      progress: ({ ended, count }: { readonly ended: number; readonly count: number }) =>
        `${ended} of ${count} decided`,
      outcome: "What became of each",
      waits: "Waits",
      sending: "On its way",
      unknown: "Checking",
      over: "Over",
      close: "Done",
    },
    accept: {
      button: ({ count }: { readonly count: number }) => `Accept ${count}`,
      question: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: "Accept it?", other: `Accept all ${count}?` }),
      sum: ({ amount }: { readonly amount: ReactNode }) => rich`You receive ${amount}.`,
      pay: ({ count }: { readonly count: number }) =>
        plural("en", count, {
          one: "By one of them you agree to pay.",
          other: `By ${count} of them you agree to pay.`,
        }),
      done: ({ count }: { readonly count: number }) => `${count} accepted.`,
      partly: ({ done, count }: { readonly done: number; readonly count: number }) =>
        `${done} of ${count} accepted.`,
      ended: "Accepted",
      failed: "Not accepted",
    },
    reject: {
      button: ({ count }: { readonly count: number }) => `Reject ${count}`,
      question: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: "Reject it?", other: `Reject all ${count}?` }),
      sum: ({ amount }: { readonly amount: ReactNode }) => rich`You do not receive ${amount}.`,
      pay: ({ count }: { readonly count: number }) =>
        plural("en", count, {
          one: "By one of them you refuse to pay.",
          other: `By ${count} of them you refuse to pay.`,
        }),
      forGood: "The other parties see that you do not want it. This cannot be undone.",
      done: ({ count }: { readonly count: number }) => `${count} rejected.`,
      partly: ({ done, count }: { readonly done: number; readonly count: number }) =>
        `${done} of ${count} rejected.`,
      ended: "Rejected",
      failed: "Not rejected",
    },
    withdraw: {
      button: ({ count }: { readonly count: number }) => `Withdraw ${count}`,
      question: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: "Withdraw it?", other: `Withdraw all ${count}?` }),
      sum: ({ amount }: { readonly amount: ReactNode }) => rich`You take back ${amount}.`,
      forGood: "What is locked for it is yours again. This cannot be undone.",
      done: ({ count }: { readonly count: number }) => `${count} withdrawn.`,
      partly: ({ done, count }: { readonly done: number; readonly count: number }) =>
        `${done} of ${count} withdrawn.`,
      ended: "Withdrawn",
      failed: "Not withdrawn",
    },
    item: {
      traffic: ({ bytes }: { readonly bytes: number }) => `${bytes} bytes of traffic`,
      amount: "Amount",
      administrator: "Administrator of the token",
      memo: "Description",
      since: "Since",
      until: "Until",
      contract: "Contract",
      contractId: "contract id",
      next: ({ next }: { readonly next: string }) => `Next: ${next}`,
    },
    fate: {
      over: "Over",
      accepted: "Accepted",
      completed: "Completed",
      rejected: "Rejected",
      cancelled: "Cancelled",
      withdrawn: "Withdrawn",
      expired: "Expired",
    },
    gone: {
      title: "It is over",
      hint: "Nothing waits with this contract id any more.",
      fate: ({ fate }: { readonly fate: string }) => `This was ${fate.toLowerCase()}.`,
      why: ({ text }: { readonly text: ReactNode }) => rich`Why: ${text}. Nothing was paid.`,
      history: "Show the history",
      inbox: "To the inbox",
      update: "Update",
      happened: "What happened is in the history.",
    },
  },
});
