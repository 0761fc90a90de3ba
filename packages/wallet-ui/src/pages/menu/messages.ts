import { catalogue } from "../../messages/catalogue.js";

/** The texts of the page of all pages. */
export const messages = catalogue({
  en: {
    page: {
      title: "All pages",
      groups: {
        money: "Money",
        own: "What you have",
        settings: "Settings",
        console: "Console",
        ledger: "Ledger",
      },
    },
    keys: {
      title: "Keys",
      menu: "This page",
      search: "Search, where there is one",
      palette: "Search for pages, contacts, actions and ids",
      control: "Ctrl K",
    },
  },
});
