import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";

/** The texts of the page Delegations. */
export const messages = catalogue({
  en: {
    fact: {
      mergeFrom: "Merge from",
      coins: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} coin on`, other: `${count} coins on` }),
      ends: "Ends",
    },
    delegation: {
      notHosted: "Not hosted",
    },
    proposal: {
      replaces: "It would replace the delegation that is active for this party.",
    },
    active: {
      title: "Active",
      what: "the delegations",
      empty: "No delegations",
      emptyHint: "Your wallet mints for no one else.",
    },
    withdraw: {
      submit: "Withdraw",
      question: "Withdraw the delegation?",
      effect: "Your wallet mints and merges nothing more for the beneficiary.",
      done: "The delegation is withdrawn.",
      failed: "The delegation could not be withdrawn.",
    },
    page: {
      title: "Delegations",
    },
    proposals: {
      title: "Proposed",
      what: "the proposals",
      empty: "No proposals",
      emptyHint:
        "Parties whose keys are elsewhere can ask your wallet to mint their rewards and merge their coins. Their proposals wait here.",
    },
  },
});
