import type { ReactNode } from "react";
import { catalogue } from "../messages/catalogue.js";
import { rich } from "../texts/rich.js";

/** The texts of the frame around the pages. */
export const messages = catalogue({
  en: {
    subscriptions: "Subscriptions",
    names: "Names",
    allocations: "Allocations",
    delegations: "Delegations",
    developmentFund: "Development fund",
    contacts: "Contacts",
    partiesAndKeys: "Parties and keys",
    settings: "Settings",
    confirmPayment: "Confirm payment",
    confirmSubscription: "Confirm subscription",
    noSuchPage: "There is no such page",
    addressLeadsNowhere: "The address leads nowhere",
    useTheNavigationToGo: "Use the navigation to go on.",
    walletCannotBeOpened: "The wallet cannot be opened",
    cannotReadWhether: "Cannot read whether you have a wallet.",
    overview: "Overview",
    users: "Users",
    parties: "Parties",
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
    update: "Update",
    contract: "Contract",
    thisPageCannotBeShown: "This page cannot be shown",
    errorInThePageItself: "An error in the page itself.",
    authorizationIsOff: "Authorization is off",
    developmentLogin: "Development login",
    everyoneOnThisMachine: ({
      network,
      what,
    }: {
      readonly network: ReactNode;
      readonly what: string;
    }) => rich`${network} · ${what}: everyone on this machine can act as every user.`,
    testNetwork: ({ network }: { readonly network: ReactNode }) =>
      rich`${network} · A test network: its coins have no value.`,
    nodeCannotBeReached: "The node cannot be reached",
    nodeIsUnreachable:
      "The node cannot be reached: what you see may be old, and nothing can be sent. Trying again.",
    youAreOffline:
      "You are offline: what you see may be old, and nothing can be sent. Trying again.",
    clockIsAhead: ({ distance }: { readonly distance: string }) =>
      `The clock of this device is ${distance} ahead of the node's. Times are shown by the node's clock.`,
    clockIsBehind: ({ distance }: { readonly distance: string }) =>
      `The clock of this device is ${distance} behind the node's. Times are shown by the node's clock.`,
    actingFor: "acting for",
    logOut: "Log out",
    skipToTheContent: "Skip to the content",
    brand: "Tallystick",
    wallet: "Wallet",
    more: "More",
    console: "Console",
    ledger: "Ledger",
    pages: "Pages",
    mainPages: "Main pages",
    home: "Home",
    inbox: "Inbox",
    send: "Send",
    pay: "Pay",
    request: "Request",
    history: "History",
    transaction: "Transaction",
    holdings: "Holdings",
    rewards: "Rewards",
    allPages: "All pages",
    connectAPage: "Connect a page",
    approve: "Approve",
    checkThatItRuns: "Check that it runs, and load the page again.",
  },
});
