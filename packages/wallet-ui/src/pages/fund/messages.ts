import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";

/** The texts of the page of the development fund. */
export const messages = catalogue({
  en: {
    days: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: `${count} day`, other: `${count} days` }),
    couponIsGiven: "The coupon is given.",
    giveFromTheFundQuestion: "Give this from the fund?",
    giveFromTheFund: "Give from the fund",
    fillInAllFieldsFirst: "Fill in all fields first.",
    give: "Give",
    beneficiary: "Beneficiary",
    amount: "Amount",
    expiresIn: "Expires in",
    reason: "Reason",
    couponWasNotGiven: "The coupon was not given.",
    withdraw: "Withdraw",
    withdrawTheCoupon: "Withdraw the coupon?",
    itGoesBack: "It goes back to the fund.",
    requiredTheBeneficiarySeesIt: "Required; the beneficiary sees it.",
    couponIsBack: "The coupon is back in the fund.",
    couponCouldNotBeWithdrawn: "The coupon could not be withdrawn.",
    forText: "For",
    expires: "Expires",
    ended: "Ended",
    theCouponsThatHaveEnded: "the coupons that have ended",
    noCouponHasEndedYet: "No coupon has ended yet",
    state: "State",
    states: {
      claimed: "claimed",
      expired: "expired",
      rejected: "rejected",
      withdrawn: "withdrawn",
    },
    activeCoupons: "Active coupons",
    theCoupons: "the coupons",
    noCoupons: "No coupons",
    whatTheDevelopmentFundGives:
      "What the development fund gives you is listed here, until your wallet mints it.",
    title: "Development fund",
    onlyTheManager: "Only the manager of the fund can give from it.",
    unclaimed: "Unclaimed",
    theFund: "the fund",
  },
});
