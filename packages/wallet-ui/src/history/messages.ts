import { catalogue } from "../messages/catalogue.js";

/** The texts of the items of a history. */
export const messages = catalogue({
  en: {
    transfer: {
      made: "Transfer",
      direct: "Direct transfer",
      accepted: "Transfer accepted",
      rejected: "Transfer rejected",
      withdrawn: "Transfer withdrawn",
      expired: "Transfer expired",
    },
    allocation: {
      made: "Coins allocated",
      settled: "Allocation settled",
      ended: "Allocation ended",
    },
    p2p: {
      completed: "P2P payment completed",
      failed: "P2P payment failed",
      withdrawn: "P2P payment withdrawn",
    },
    offer: {
      accepted: "Transfer offer accepted",
      rejected: "Transfer offer rejected",
      withdrawn: "Transfer offer withdrawn",
      expired: "Transfer offer expired",
    },
    appPayment: {
      accepted: "App payment accepted",
      rejected: "App payment rejected",
      expired: "App payment expired",
      collected: "App payment collected",
    },
    firstPayment: {
      accepted: "Subscription initial payment accepted",
      collected: "Subscription initial payment collected",
      rejected: "Subscription initial payment rejected",
      expired: "Subscription initial payment expired",
    },
    subscription: {
      accepted: "Subscription payment accepted",
      ended: "Subscription expired",
      collected: "Subscription payment collected",
      rejected: "Subscription payment rejected",
      expired: "Subscription payment expired",
    },
    coin: {
      tap: "Tap",
      changed: "Balance changed",
      mint: "Mint",
      expired: ({ coin }: { readonly coin: string }) => `${coin} expired`,
    },
    lock: {
      unlocked: ({ coin }: { readonly coin: string }) => `Locked ${coin} unlocked`,
      ended: ({ coin }: { readonly coin: string }) => `Lock of ${coin} ended by its owner`,
      expired: ({ coin }: { readonly coin: string }) => `Locked ${coin} expired`,
    },
    traffic: {
      bought: "Extra traffic purchase",
    },
    preapproval: {
      created: "Transfer preapproval created",
      renewed: "Transfer preapproval renewed",
      cancelled: "Transfer preapproval cancelled",
    },
    reward: {
      collected: "SV reward collected",
    },
    automation: {
      run: "Automation",
    },
    name: {
      firstPayment: ({ names }: { readonly names: string }) =>
        `${names} entry: initial payment collected`,
      renewal: ({ names }: { readonly names: string }) =>
        `${names} entry: renewal payment collected`,
    },
  },
});
