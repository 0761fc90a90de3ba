import { catalogue } from "../../messages/catalogue.js";

/** The texts of flows. */
export const messages = catalogue({
  en: {
    noAnswerCameCheckingWhat: "No answer came; checking what became of it.",
    cannotBeAnsweredAnyMore: ({ question }: { readonly question: string }) =>
      `"${question}" cannot be answered any more: what it was about is over. You did nothing.`,
    back: "Back",
    done: "(done)",
  },
});
