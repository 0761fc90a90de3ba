import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { listOf } from "../../messages/list.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the automations in the console. */
export const messages = catalogue({
  en: {
    wallet: {
      resumed: ({ names }: { readonly names: string }) => `The automations of ${names} run again.`,
      paused: ({ names }: { readonly names: string }) => `The automations of ${names} are paused.`,
      users: ({ users }: { readonly users: ReadonlyArray<string> }) => listOf("en", users),
      mergesOnRequest: "Merges on request",
      question: ({ names }: { readonly names: string }) => `Pause the automations of ${names}?`,
      resumeNamed: ({ names }: { readonly names: string }) => `Resume ${names}`,
      pauseNamed: ({ names }: { readonly names: string }) => `Pause ${names}`,
    },
    switch: {
      failed: "Nothing was changed.",
      resume: "Resume",
      pause: "Pause",
      question: "Pause all automations?",
      confirm: "Pause all",
      paused: "The automations are paused.",
      resumed: "The automations run again.",
    },
    state: {
      paused: "Paused",
      running: "Running",
    },
    summary: {
      operatorCoins: "The operator's coins",
      operatorEmpty:
        "The operator has no coins: nothing that it pays for is done, such as preapprovals, traffic and set-ups of parties. Send coins to the operator's party.",
      state: "State",
      waiting: "Waiting work",
      longestWait: "Longest wait",
      backAndForth: "Sweep that would pay back and forth, and rests",
      milliseconds: ({ count }: { readonly count: number }) => `${count} ms`,
    },
    automation: {
      lacksCoins: "Lacks coins",
      cannotPay: ({
        party,
        needed,
        available,
      }: {
        readonly party: ReactNode;
        readonly needed: ReactNode;
        readonly available: ReactNode;
      }) => rich`${party} cannot pay ${needed}: it has ${available}.`,
      othersCannotPay: ({ count }: { readonly count: number }) =>
        plural("en", count, {
          one: `${count} more party cannot pay.`,
          other: `${count} more parties cannot pay.`,
        }),
      lastRun: ({ time }: { readonly time: ReactNode }) =>
        rich`Last run ${time}, no next one while it rests`,
      lastAndNext: ({ time, seconds }: { readonly time: ReactNode; readonly seconds: number }) =>
        rich`Last run ${time}, next within ${seconds} s`,
      runs: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} run`, other: `${count} runs` }),
      submitted: ({ count }: { readonly count: number }) =>
        plural("en", count, {
          one: `${count} command took effect`,
          other: `${count} commands took effect`,
        }),
      refused: ({ count }: { readonly count: number }) => `${count} refused`,
      lastError: ({ text, time }: { readonly text: ReactNode; readonly time: ReactNode }) =>
        rich`Refused last, ${time}: ${text}`,
      moved: ({ amount }: { readonly amount: ReactNode }) => rich`Brought ${amount} to somebody`,
      nothingRefused: "Nothing refused",
      titles: {
        "accept-merge-delegations": "Accept merge delegations",
        "accept-transfer-preapprovals": "Accept transfer preapprovals",
        "auto-accept-transfers": "Auto accept transfers",
        "collect-rewards-and-merge": "Collect rewards and merge",
        "complete-accepted-offers": "Complete accepted offers",
        "complete-buy-traffic-requests": "Complete buy traffic requests",
        "expire-requests": "Expire requests",
        "merge-holdings": "Merge holdings",
        "mint-for-beneficiaries": "Mint for beneficiaries",
        network: "Network",
        "pay-subscriptions": "Pay subscriptions",
        "record-validator-liveness": "Record validator liveness",
        "reject-lapsed-requests": "Reject lapsed requests",
        "renew-transfer-preapprovals": "Renew transfer preapprovals",
        "report-in-validator-license": "Report in validator license",
        "send-transfer-commands": "Send transfer commands",
        "share-rewards": "Share rewards",
        sweep: "Sweep",
        "top-up-traffic": "Top up traffic",
      },
    },
    wallets: {
      title: "Wallets",
      note: "A wallet that is paused collects, merges and pays nothing by itself, also after a restart of the node.",
      search: "Search wallets",
      what: "the wallets",
      notFound: "No such wallet",
      notFoundHint: "Search by a part of a user's name or of the party's id.",
    },
    page: {
      title: "Automations",
      all: "All automations",
      note: "While they are paused nothing is merged, collected, renewed, topped up or expired. Users can still send and receive.",
      what: "the automations",
    },
    done: {
      title: "What each has done",
      empty: "Nothing has run yet",
      emptyHint:
        "Each automation is here once it has run: when a round opens, or when there is something to do.",
    },
  },
});
