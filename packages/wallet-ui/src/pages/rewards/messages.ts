import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the page Rewards. */
export const messages = catalogue({
  en: {
    round: "Round",
    forText: "For",
    coupons: "Coupons",
    activity: "Activity",
    payingOut: "Paying out",
    opensSoon: "Opens soon",
    open: "Open",
    state: "State",
    opens: "Opens",
    ends: "Ends",
    title: "Rewards",
    theCoupons: "the coupons",
    noCouponsNow: "No coupons now",
    history: "history",
    activityInARoundMakes: ({ link }: { readonly link: ReactNode }) =>
      rich`Activity in a round makes coupons. The wallet collects them by itself when their round pays out; the ${link} shows what they gave.`,
    couponsByRound: "Coupons by round",
    walletCollectsThemByItself: ({ link }: { readonly link: ReactNode }) =>
      rich`The wallet collects them by itself when their round pays out. The ${link} shows what they gave.`,
    rounds: "Rounds",
    theRounds: "the rounds",
    noRoundIsOpen: "No round is open",
    appActivity: "App activity",
    validatorActivity: "Validator activity",
    validatorFaucet: "Validator faucet",
    validatorLiveness: "Validator liveness",
    superValidator: "Super validator",
  },
});
