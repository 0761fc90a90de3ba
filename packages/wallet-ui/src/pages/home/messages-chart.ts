import { catalogue } from "../../messages/catalogue.js";

/** The texts of the chart of the balance, which is loaded after the page. */
export const messages = catalogue({
  en: {
    days30: "30 days",
    hours24: "24 hours",
    balanceOverTime: "Balance over time",
    time: "Time",
    theBalanceOverTime: "the balance over time",
    balanceOfTheLast: ({ span }: { readonly span: string }) => `Balance of the last ${span}`,
  },
});
