import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";

/** The texts of the page of the development fund. */
export const messages = catalogue({
  en: {
    span: {
      days: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} day`, other: `${count} days` }),
    },
    give: {
      done: "The coupon is given.",
      question: "Give this from the fund?",
      title: "Give from the fund",
      missing: "Fill in all fields first.",
      submit: "Give",
      beneficiary: "Beneficiary",
      amount: "Amount",
      term: "Expires in",
      failed: "The coupon was not given.",
      notManager: "Only the manager of the fund can give from it.",
    },
    coupon: {
      reason: "Reason",
      beneficiary: "For",
      expires: "Expires",
      state: "State",
      states: {
        claimed: "claimed",
        expired: "expired",
        rejected: "rejected",
        withdrawn: "withdrawn",
      },
    },
    withdraw: {
      submit: "Withdraw",
      question: "Withdraw the coupon?",
      effect: "It goes back to the fund.",
      reasonHint: "Required; the beneficiary sees it.",
      done: "The coupon is back in the fund.",
      failed: "The coupon could not be withdrawn.",
    },
    ended: {
      title: "Ended",
      what: "the coupons that have ended",
      empty: "No coupon has ended yet",
      emptyHint: "A coupon ends when it is collected, withdrawn or expired.",
    },
    active: {
      title: "Active coupons",
      what: "the coupons",
      empty: "No coupons",
      emptyHint: "What the development fund gives you is listed here, until your wallet mints it.",
    },
    page: {
      title: "Development fund",
    },
    unclaimed: {
      title: "Unclaimed",
      what: "the fund",
    },
  },
});
