import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Holdings. */
export const messages = catalogue({
  en: {
    coinsDrawnBySize: ({ count }: { readonly count: number }) =>
      `${count} coins, drawn by size. The table below lists them.`,
    available: "Available",
    locked: "Locked",
    total: "Total",
    amount: "Amount",
    state: "State",
    holderOfTheLock: "Holder of the lock",
    made: "Made",
    round: ({ createdRound }: { readonly createdRound: string }) => `round ${createdRound}`,
    usedUpByFees: "Used up by fees",
    never: "never",
    sinceRound: ({ end }: { readonly end: bigint }) => `since round ${end}`,
    inRound: ({ end }: { readonly end: string }) => `in round ${end}`,
    contract: "Contract",
    contractId: "contract id",
    coinsMakeTransfersLarger: ({
      free,
      manyCoins,
    }: {
      readonly free: number;
      readonly manyCoins: number;
    }) =>
      `${free} coins make transfers larger and dearer. The wallet merges them once a round; more than ${manyCoins} at once.`,
    coinsAreNotMerged: ({ free }: { readonly free: number }) =>
      `${free} coins make transfers larger and dearer. Automatic merging is off: merge them here, or switch it on in Settings.`,
    coinsOfExternalPartyAreNotMerged: ({ free }: { readonly free: number }) =>
      `${free} coins make transfers larger and dearer. The wallet merges nothing by itself for a party that signs outside of this node: merge them here.`,
    automationsArePaused: ({ free }: { readonly free: number }) =>
      `${free} coins make transfers larger and dearer. The operator has paused the automations, so that nothing is merged by itself: merge them here.`,
    dust: ({ count }: { readonly count: number }) =>
      plural("en", count, {
        one: "One coin is so small that the fee for holding uses it up within a day. The network then ends such coins: spend or merge it before.",
        other: `${count} coins are so small that the fee for holding uses them up within a day. The network then ends such coins: spend or merge them before.`,
      }),
    title: "Holdings",
    theCoins: "the coins",
    coins: "Coins",
    noCoinsYet: "No coins yet",
    coinsThatYouReceive: "Coins that you receive are listed here, with what locks them.",
    sum: "Sum",
    coinsCount: ({ count }: { readonly count: number }) => `Coins (${count})`,
    coinsAreMerged: "The coins are merged.",
    mergeCoins: "Merge coins",
    mergeCoinsQuestion: "Merge coins?",
    merge: "Merge",
    readingWhatItWouldDo: "Reading what it would do.",
    coinsBecomeOneOfThen: ({
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
    coinsWereNotMerged: "The coins were not merged.",
    transferTo: "transfer to",
    andMoreBelow: ({ rest }: { readonly rest: number }) => `and ${rest} more, below`,
  },
});
