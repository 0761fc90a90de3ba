import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

interface LegOfOthers {
  readonly who: ReactNode;
  readonly amount: ReactNode;
  readonly other: ReactNode;
}

/** The texts of the page Allocations. */
export const messages = catalogue({
  en: {
    span: {
      hours: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} hour`, other: `${count} hours` }),
      days: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} day`, other: `${count} days` }),
    },
    allocate: {
      done: "The coins are allocated.",
      submit: "Allocate",
      failed: "The coins were not allocated.",
      submitNamed: ({ legId }: { readonly legId: string }) => `Allocate leg ${legId}`,
      question: "Allocate the coins?",
      effect: ({ amount }: { readonly amount: ReactNode }) =>
        rich`${amount} are locked for this settlement. You can withdraw them until it is settled.`,
    },
    fact: {
      executor: "Executor",
      executors: "Executors",
      noDeadline: "No deadline",
      leg: "Leg",
      amount: "Amount",
      from: "From",
      to: "To",
      otherToken: ({ amount }: { readonly amount: string }) => `${amount} of another token`,
      allocateBefore: "Allocate before",
      settleBefore: "Settle before",
    },
    form: {
      executorHint: "Who settles all legs together.",
      receiver: "Receiver",
      missing: "Fill in all fields first.",
      settlement: "Settlement",
      settlementHint: "Its reference, as the executor has it.",
      term: "Allocate within",
      termHint: "It must be settled within twice this time.",
      note: "The coins are locked until it is settled, or you withdraw them.",
    },
    allocations: {
      title: "Allocated",
      what: "the allocations",
      empty: "No coins are allocated",
      emptyHint: "Coins are allocated when you accept what an app asks for to settle a trade.",
    },
    reject: {
      submit: "Reject",
      question: "Reject the request?",
      effect: "The app sees that you do not take part. Nothing is paid.",
      done: "The request is rejected.",
      failed: "The request could not be rejected.",
    },
    withdraw: {
      submit: "Withdraw",
      question: "Withdraw the allocation?",
      effect: "The coins are yours again, and the settlement cannot take place without them.",
      done: "The coins are yours again.",
      failed: "The allocation could not be withdrawn.",
    },
    review: {
      youSend: ({ amount, other }: { readonly amount: ReactNode; readonly other: ReactNode }) =>
        rich`You send ${amount} to ${other}`,
      youReceive: ({ amount, other }: { readonly amount: ReactNode; readonly other: ReactNode }) =>
        rich`You receive ${amount} from ${other}`,
      otherSends: ({ who, amount, other }: LegOfOthers) => rich`${who} sends ${amount} to ${other}`,
      otherReceives: ({ who, amount, other }: LegOfOthers) =>
        rich`${who} receives ${amount} from ${other}`,
      noOwner: "the token's administrator",
      nothingLocked: "Nothing of yours is locked.",
      locked: ({ amount }: { readonly amount: ReactNode }) =>
        rich`${amount} are locked until it is settled or cancelled, or its time is over.`,
      lockedUntil: ({ amount, until }: { readonly amount: ReactNode; readonly until: ReactNode }) =>
        rich`${amount} are locked until it is settled or cancelled (${until}).`,
      kept: ({ amount }: { readonly amount: ReactNode }) =>
        rich`The executors may use ${amount} of them for further rounds of the settlement.`,
      free: "You can take it back until it is settled.",
      committed:
        "It binds you: you cannot take it back, as there is no deadline. The executors can cancel it.",
      committedUntil: ({ until }: { readonly until: ReactNode }) =>
        rich`It binds you: you cannot take it back before its deadline (${until}). The executors can cancel it.`,
      otherToken: "This is another token: allocate it where you hold it.",
      notForWallet: "This wallet allocates coins between accounts of parties alone.",
    },
    requests: {
      title: "Requests",
      what: "the requests",
      empty: "No requests",
      emptyHint: "Apps that settle trades ask you here to set coins aside for your part.",
    },
    page: {
      title: "Allocations",
    },
  },
});
