import { catalogue } from "../../messages/catalogue.js";

/** The texts of the search for pages, contacts, actions and ids. */
export const messages = catalogue({
  en: {
    palette: {
      title: "Search or go to",
      placeholder: "A page, a contact, an action, or an id",
      found: "What is found",
      empty: "Nothing is called so",
      emptyHint: "Type a part of a page, a contact or an action, or paste an id.",
      hint: "Paste a party id, contract id, update id or offset to go to its page.",
    },
    kind: {
      page: "Page",
      contact: "Contact",
      action: "Action",
      id: "Id",
    },
    /** Other words by which a page is looked for. */
    alsoCalled: {
      overview: "Console, instruments: is the node well, lag, disk, memory, errors",
      submissions: "Refused, rejected or failed commands: why, errors",
      automations: "What failed by itself, background",
      rights: "Who may act or read as a party, permissions",
      history: "Payments, receipts, who paid",
    },
    id: {
      waiting: "Show what waits",
      contract: "Show the contract",
      update: "Show the update",
      transaction: "Show the transaction",
      receiver: "Send to this party",
      party: "Show what this party sees",
      offset: "Show the ledger at this offset",
    },
    action: {
      sendTo: ({ label }: { readonly label: string }) => `Send to ${label}`,
      copyParty: "Copy my party id",
      copied: "Your party id is copied.",
      light: "Use light colours",
      dark: "Use dark colours",
      tour: "Take the tour of a fresh node",
      logOut: "Log out of this wallet",
    },
  },
});
