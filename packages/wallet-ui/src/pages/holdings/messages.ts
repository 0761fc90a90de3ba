import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Holdings. */
export const messages = catalogue({
  en: {
    map: {
      label: ({ count }: { readonly count: number }) =>
        `${count} coins, drawn by size. The table below lists them.`,
    },
    sum: {
      available: "Available",
      locked: "Locked",
      total: "Total",
      title: "Sum",
    },
    table: {
      amount: "Amount",
      state: "State",
      lockHolder: "Holder of the lock",
      created: "Made",
      round: ({ createdRound }: { readonly createdRound: string }) => `round ${createdRound}`,
      expiry: "Used up by fees",
      never: "never",
      expired: ({ end }: { readonly end: bigint }) => `since round ${end}`,
      expiresIn: ({ end }: { readonly end: string }) => `in round ${end}`,
      contract: "Contract",
      contractId: "contract id",
    },
    advice: {
      merging: ({ free, manyCoins }: { readonly free: number; readonly manyCoins: number }) =>
        `${free} coins make transfers larger and dearer. The wallet merges them once a round; more than ${manyCoins} at once.`,
      mergingOff: ({ free }: { readonly free: number }) =>
        `${free} coins make transfers larger and dearer. Automatic merging is off: merge them here, or switch it on in Settings.`,
      external: ({ free }: { readonly free: number }) =>
        `${free} coins make transfers larger and dearer. The wallet merges nothing by itself for a party that signs outside of this node: merge them here.`,
      paused: ({ free }: { readonly free: number }) =>
        `${free} coins make transfers larger and dearer. The operator has paused the automations, so that nothing is merged by itself: merge them here.`,
      dust: ({ count }: { readonly count: number }) =>
        plural("en", count, {
          one: "One coin is so small that the fee for holding uses it up within a day. The network then ends such coins: spend or merge it before.",
          other: `${count} coins are so small that the fee for holding uses them up within a day. The network then ends such coins: spend or merge them before.`,
        }),
    },
    page: {
      title: "Holdings",
    },
    coins: {
      what: "the coins",
      title: "Coins",
      empty: "No coins yet",
      emptyHint: "Coins that you receive are listed here, with what locks them.",
      titleCount: ({ count }: { readonly count: number }) => `Coins (${count})`,
    },
    merge: {
      done: "The coins are merged.",
      submit: "Merge coins",
      question: "Merge coins?",
      confirm: "Merge",
      reading: "Reading what it would do.",
      effect: ({
        inputs,
        amount,
        after,
        before,
      }: {
        readonly inputs: number;
        readonly amount: ReactNode;
        readonly after: number;
        readonly before: number;
      }) =>
        rich`${inputs} coins become one of ${amount}. Then there are ${after} instead of ${before}. The sum stays the same.`,
      failed: "The coins were not merged.",
    },
    lock: {
      transferTo: "transfer to",
      more: ({ rest }: { readonly rest: number }) => `and ${rest} more, below`,
    },
  },
});
