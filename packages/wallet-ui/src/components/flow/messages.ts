import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of flows. */
export const messages = catalogue({
  en: {
    outcome: {
      checking: "No answer came; checking what became of it.",
    },
    question: {
      lost: ({ question, sentence }: { readonly question: string; readonly sentence: string }) =>
        `"${question}" cannot be answered any more: what it was about is over. You did nothing. ${sentence}`,
    },
    end: {
      accepted: "It was accepted.",
      rejected: "It was rejected.",
      cancelled: "It was cancelled.",
      withdrawn: "It was withdrawn.",
      expired: "It has expired.",
    },
    review: {
      back: "Back",
    },
    effects: {
      title: "What it would do",
      change: ({ amount }: { readonly amount: ReactNode }) => rich`Your balance: ${amount}`,
      locked: ({ amount }: { readonly amount: ReactNode }) => rich`Locked: ${amount}`,
      none: "Your balance stays as it is.",
      rejected: ({ cause }: { readonly cause: ReactNode }) =>
        rich`The ledger would reject it: ${cause}`,
    },
    steps: {
      done: "(done)",
    },
  },
});
