import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of accepting and rejecting a minting delegation. */
export const messages = catalogue({
  en: {
    proposal: {
      notHosted:
        "This node does not serve the beneficiary: it has not accepted its set-up here, so nothing could be minted for it. A party with a key in a browser is set up there, under Parties and keys.",
    },
    accept: {
      effect: "Your wallet mints rewards for the beneficiary and merges its coins, until the end.",
      externalEffect:
        "Your party signs outside of this node, which therefore mints nothing by itself: you mint rewards for the beneficiary with software of your own, until the end.",
      replaces: ({
        oldCount,
        newCount,
        oldTime,
        newTime,
      }: {
        readonly oldCount: number;
        readonly newCount: number;
        readonly oldTime: ReactNode;
        readonly newTime: ReactNode;
      }) =>
        rich`It replaces the one that is active: merge from ${plural("en", oldCount, {
          one: `${oldCount} coin`,
          other: `${oldCount} coins`,
        })} on becomes from ${newCount} on; it has ${newTime} instead of ${oldTime}.`,
      submit: "Accept",
      replace: "Replace",
      question: "Accept the delegation?",
      replaceQuestion: "Replace the delegation?",
      done: "The delegation is active.",
      failed: "The delegation could not be accepted.",
    },
    reject: {
      submit: "Reject",
      question: "Reject the proposal?",
      effect: "The beneficiary can propose again.",
      done: "The proposal is rejected.",
      failed: "The proposal could not be rejected.",
    },
  },
});
