import { catalogue } from "../../messages/catalogue.js";

/** The texts of the pages of the history. */
export const messages = catalogue({
  en: {
    export: {
      jsonLines: "JSON lines",
      failed: ({ cause }: { readonly cause: string }) => `The history was not exported. ${cause}`,
      submit: ({ name }: { readonly name: string }) => `Export ${name}`,
    },
    table: {
      subject: "What",
      with: "With",
      memo: "Memo",
      when: "When",
      change: "Change",
    },
    kind: {
      all: "All kinds",
      transfers: "Transfers",
      balanceChanges: "Taps, rewards, locks",
      notices: "Notices",
    },
    direction: {
      both: "In and out",
      received: "Received",
      sent: "Sent",
    },
    filter: {
      text: "Search",
      textTooShort: ({ shortestText }: { readonly shortestText: number }) =>
        `At least ${shortestText} characters.`,
      textHint: "In memos and notices.",
      partyHint: "A whole party id.",
      kind: "Kind",
      direction: "Direction",
      least: "At least",
      most: "At most",
      from: "From",
      to: "To",
      label: "Filters of the history",
      title: "Filters",
    },
    list: {
      noMatch: "Nothing matches",
      noMatchHint: "No transaction has all that the filters ask for.",
      empty: "No transactions yet",
      emptyHint: "What you send and receive is listed here.",
      one: "One transaction.",
      all: ({ count }: { readonly count: number }) => `All ${count} transactions.`,
      what: "the history",
      title: "Transactions",
      olderFailed: "Cannot read older transactions.",
      newest: ({ count }: { readonly count: number }) => `The newest ${count} transactions.`,
      older: "Show older ones",
    },
    page: {
      title: "History",
    },
    reward: {
      app: "App rewards",
      validator: "Validator rewards",
      superValidator: "Super validator rewards",
      fund: "Development fund",
    },
    transaction: {
      sender: "Sender",
      receivers: "Receivers",
      parties: "Parties",
      offeredTo: "Offered to",
      details: "Details",
      update: "Update",
      updateId: "update id",
      choice: "Choice",
      title: "Transaction",
      all: "All transactions",
      what: "the transaction",
      raw: "As the node has it",
      item: "item of the history",
      offered: "Offered: it changes your balance when it is accepted.",
      unchanged: "Your balance did not change.",
    },
  },
});
