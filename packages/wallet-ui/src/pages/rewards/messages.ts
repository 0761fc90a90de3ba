import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the page Rewards. */
export const messages = catalogue({
  en: {
    table: {
      round: "Round",
      kind: "For",
      activity: "Activity",
      state: "State",
      opens: "Opens",
      ends: "Ends",
    },
    coupons: {
      title: "Coupons",
      what: "the coupons",
      empty: "No coupons now",
      history: "history",
      emptyHint: ({ link }: { readonly link: ReactNode }) =>
        rich`Activity in a round makes coupons. The wallet collects them by itself when their round pays out; the ${link} shows what they gave.`,
      table: "Coupons by round",
      note: ({ link }: { readonly link: ReactNode }) =>
        rich`The wallet collects them by itself when their round pays out. The ${link} shows what they gave.`,
    },
    round: {
      issuing: "Paying out",
      opensSoon: "Opens soon",
      open: "Open",
    },
    page: {
      title: "Rewards",
    },
    rounds: {
      title: "Rounds",
      what: "the rounds",
      empty: "No round is open",
      emptyHint: "The network opens the next one by itself.",
    },
    kind: {
      app: "App activity",
      validator: "Validator activity",
      faucet: "Validator faucet",
      liveness: "Validator liveness",
      superValidator: "Super validator",
    },
  },
});
