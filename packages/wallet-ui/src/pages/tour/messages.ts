import { catalogue } from "../../messages/catalogue.js";

/** The texts of the tour of a fresh node. */
export const messages = catalogue({
  en: {
    tour: {
      title: "A tour in five steps",
      progress: ({ step, count }: { readonly step: number; readonly count: number }) =>
        `Step ${step} of ${count}`,
      decline: "Not now",
      end: "End the tour",
      failed: "The step did not succeed.",
      done: "That was the tour. The two wallets stay: log in as either of them, or as anyone else.",
      close: "Close",
    },
    users: {
      title: "Two users",
      note: "Anna and Ben each get a wallet: a party of the ledger, for which this node signs. You continue as Anna.",
      action: "Make two users",
    },
    tap: {
      title: "A tap",
      note: "Coins of a development network come from a tap. Anna takes some; balance and history follow at once.",
      action: "Tap 100 USD",
    },
    transfer: {
      title: "A transfer",
      note: "Anna offers coins to Ben. They are locked until he decides, or until the offer expires.",
      action: "Offer 25 coins to Ben",
      memo: "Lunch",
    },
    acceptance: {
      title: "An acceptance",
      note: "You continue as Ben, who accepts. One transaction moves the coins and ends the offer.",
      action: "Accept as Ben",
    },
    proof: {
      title: "Its proof",
      note: "The update that moved the coins, event by event, as Ben sees it. A node with --audit also proves that its journal has it.",
      action: "Show the update",
    },
  },
});
