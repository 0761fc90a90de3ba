import { catalogue } from "../../messages/catalogue.js";

/** The texts of the page of all pages. */
export const messages = catalogue({
  en: {
    page: {
      title: "All pages",
      groups: {
        wallet: "Wallet",
        more: "More",
        console: "Console",
        ledger: "Ledger",
      },
    },
    keys: {
      title: "Keys",
      menu: "This page",
      search: "Search, where there is one",
    },
  },
});
