import type { ReactNode } from "react";
import { catalogue } from "../messages/catalogue.js";
import { plural } from "../messages/plural.js";
import { rich } from "../texts/rich.js";

/** The texts of the frame around the pages. */
export const messages = catalogue({
  en: {
    title: {
      subscriptions: "Subscriptions",
      names: "Names",
      allocations: "Allocations",
      delegations: "Delegations",
      fund: "Development fund",
      contacts: "Contacts",
      parties: "Parties and keys",
      settings: "Settings",
      confirmPayment: "Confirm payment",
      confirmSubscription: "Confirm subscription",
      overview: "Overview",
      users: "Users",
      ledgerParties: "Parties",
      rights: "Rights",
      preapprovals: "Preapprovals",
      automations: "Automations",
      traffic: "Traffic",
      health: "Health",
      packages: "Packages",
      providers: "Providers",
      updates: "Updates",
      contracts: "Contracts",
      submissions: "Refusals",
      trace: "Trace",
      update: "Update",
      contract: "Contract",
      home: "Home",
      inbox: "Inbox",
      send: "Send",
      pay: "Pay",
      request: "Request",
      history: "History",
      receipt: "Receipt",
      transaction: "Transaction",
      holdings: "Holdings",
      rewards: "Rewards",
      menu: "All pages",
      connect: "Connect a page",
      approve: "Approve",
    },
    notFound: {
      title: "There is no such page",
      card: "The address leads nowhere",
      hint: "Use the navigation to go on.",
    },
    start: {
      failed: "The wallet cannot be opened",
      walletUnknown: "Cannot read whether you have a wallet.",
    },
    error: {
      title: "This page cannot be shown",
      cause: "An error in the page itself.",
    },
    frame: {
      authOff: "Authorization is off",
      developmentLogin: "Development login",
      everyone: ({ network, what }: { readonly network: ReactNode; readonly what: string }) =>
        rich`${network} · ${what}: everyone on this machine can act as every user.`,
      everyoneShort: ({ network, what }: { readonly network: ReactNode; readonly what: string }) =>
        rich`${network} · ${what}`,
      understood: "Understood",
      testNetwork: ({ network }: { readonly network: ReactNode }) =>
        rich`${network} · A test network: its coins have no value.`,
      unreachable: "The node cannot be reached",
      unreachableHint:
        "The node cannot be reached: what you see may be old, and nothing can be sent. Trying again.",
      notFollowing:
        "What changes is not shown by itself: the connection for it was lost. Trying again; reload the page to see what is new.",
      offline: "You are offline: what you see may be old, and nothing can be sent. Trying again.",
      clockAhead: ({ distance }: { readonly distance: string }) =>
        `The clock of this device is ${distance} ahead of the node's. Times are shown by the node's clock.`,
      clockBehind: ({ distance }: { readonly distance: string }) =>
        `The clock of this device is ${distance} behind the node's. Times are shown by the node's clock.`,
      actingFor: "acting for",
      logOut: "Log out",
      search: "Search or go to",
      searchControl: "Ctrl K",
      searchCommand: "⌘ K",
      skip: "Skip to the content",
      brand: "Tallystick",
      checkNode: "Check that it runs, and load the page again.",
    },
    group: {
      money: "Money",
      own: "What you have",
      settings: "Settings",
      wallet: "Wallet",
      more: "All pages",
      console: "Console",
      ledger: "Ledger",
    },
    navigation: {
      pages: "Pages",
      main: "Main pages",
      waiting: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} waits for you`, other: `${count} wait for you` }),
    },
  },
});
