import { catalogue } from "../../messages/catalogue.js";

/** The texts of the pages of Home. */
export const messages = catalogue({
  en: {
    worthByPrice: ({
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
    balance: "Balance",
    theBalance: "the balance",
    available: "Available",
    locked: "Locked",
    comingWhenAccepted: "Coming, when accepted",
    goingWhenAccepted: "Going, when accepted",
    title: "Home",
    request: "Request",
    send: "Send",
    inbox: "Inbox",
    inboxCount: ({ count }: { readonly count: number }) => `Inbox (${count})`,
    showAll: "Show all",
    theInbox: "the inbox",
    nothingWaits: "Nothing waits",
    transfersThatYouReceive:
      "Transfers that you receive or send, and requests for payments, wait here.",
    lastTransactions: "Last transactions",
    theHistory: "the history",
    noTransactionsYet: "No transactions yet",
    whatYouSendAndReceive: "What you send and receive is listed here.",
    tapGaveYou: ({ coin }: { readonly coin: string }) => `The tap gave you ${coin}.`,
    tap: "Tap",
    worth: ({ coin }: { readonly coin: string }) => `${coin} worth`,
    enterAnAmountFirst: "Enter an amount first.",
    tapFailed: "The tap failed.",
  },
});
