import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";

/** The texts of the page Delegations. */
export const messages = catalogue({
  en: {
    mergeFrom: "Merge from",
    coinsOn: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: `${count} coin on`, other: `${count} coins on` }),
    ends: "Ends",
    notHosted: "Not hosted",
    itWouldReplaceTheDelegation: "It would replace the delegation that is active for this party.",
    active: "Active",
    withdraw: "Withdraw",
    withdrawTheDelegation: "Withdraw the delegation?",
    yourWalletMintsAndMerges: "Your wallet mints and merges nothing more for the beneficiary.",
    delegationIsWithdrawn: "The delegation is withdrawn.",
    delegationCouldNotBeWithdrawn: "The delegation could not be withdrawn.",
    theDelegations: "the delegations",
    noDelegations: "No delegations",
    yourWalletMintsForNo: "Your wallet mints for no one else.",
    title: "Delegations",
    proposed: "Proposed",
    theProposals: "the proposals",
    noProposals: "No proposals",
    partiesWhoseKeysAreElsewhere:
      "Parties whose keys are elsewhere can ask your wallet to mint their rewards and merge their coins. Their proposals wait here.",
  },
});
