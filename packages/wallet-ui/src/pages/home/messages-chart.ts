import { catalogue } from "../../messages/catalogue.js";

/** The texts of the chart of the balance, which is loaded after the page. */
export const messages = catalogue({
  en: {
    span: {
      days30: "30 days",
      hours24: "24 hours",
    },
    chart: {
      title: "Balance over time",
      time: "Time",
      what: "the balance over time",
      label: ({ span }: { readonly span: string }) => `Balance of the last ${span}`,
    },
  },
});
