import { catalogue } from "../../messages/catalogue.js";

/** The texts of the pages of Home. */
export const messages = catalogue({
  en: {
    balance: {
      worth: ({
        dollars,
        perCoin,
        coin,
        round,
      }: {
        readonly dollars: string;
        readonly perCoin: string;
        readonly coin: string;
        readonly round: number;
      }) => `${dollars} at ${perCoin} USD per ${coin}, the price of round ${round}`,
      title: "Balance",
      what: "the balance",
      available: "Available",
      locked: "Locked",
      coming: "Coming, when accepted",
      going: "Going, when accepted",
    },
    page: {
      title: "Home",
      request: "Request",
      send: "Send",
    },
    inbox: {
      title: "Inbox",
      titleCount: ({ count }: { readonly count: number }) => `Inbox (${count})`,
      all: "Show all",
      what: "the inbox",
      empty: "Nothing waits",
      emptyHint: "Transfers that you receive or send, and requests for payments, wait here.",
    },
    recent: {
      title: "Last transactions",
      what: "the history",
      empty: "No transactions yet",
      emptyHint: "What you send and receive is listed here.",
    },
    tap: {
      done: ({ coin }: { readonly coin: string }) => `The tap gave you ${coin}.`,
      title: "Tap",
      quick: ({ usd }: { readonly usd: string }) => `+${usd} USD`,
      amount: ({ coin }: { readonly coin: string }) => `${coin} worth`,
      missing: "Enter an amount first.",
      failed: "The tap failed.",
    },
  },
});
