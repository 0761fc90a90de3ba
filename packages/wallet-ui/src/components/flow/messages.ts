import { catalogue } from "../../messages/catalogue.js";

/** The texts of flows. */
export const messages = catalogue({
  en: {
    noAnswerCameCheckingWhat: "No answer came; checking what became of it.",
    cannotBeAnsweredAnyMore: ({
      question,
      sentence,
    }: {
      readonly question: string;
      readonly sentence: string;
    }) =>
      `"${question}" cannot be answered any more: what it was about is over. You did nothing. ${sentence}`,
    itWasAccepted: "It was accepted.",
    itWasRejected: "It was rejected.",
    itWasCancelled: "It was cancelled.",
    itWasWithdrawn: "It was withdrawn.",
    itHasExpired: "It has expired.",
    back: "Back",
    done: "(done)",
  },
});
