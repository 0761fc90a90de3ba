import { catalogue } from "../../messages/catalogue.js";

/** The texts of the chart of the balance, which is loaded after the page. */
export const messages = catalogue({
  en: {
    short: {
      day: "1 d",
      week: "7 d",
      month: "30 d",
      all: "All",
    },
    span: {
      day: "1 day",
      week: "7 days",
      month: "30 days",
      all: "All time",
    },
    chart: {
      title: "Balance over time",
      time: "Time",
      what: "the balance over time",
      label: ({ span }: { readonly span: string }) => `Balance over time: ${span}`,
      point: ({
        time,
        amount,
        coin,
      }: {
        readonly time: string;
        readonly amount: string;
        readonly coin: string;
      }) => `${time}: ${amount} ${coin}`,
      empty: "The curve begins with the first coins.",
    },
  },
});
