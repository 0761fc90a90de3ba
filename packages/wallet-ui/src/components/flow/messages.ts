import { catalogue } from "../../messages/catalogue.js";

/** The texts of flows. */
export const messages = catalogue({
  en: {
    noAnswerCameCheckingWhat: "No answer came; checking what became of it.",
    back: "Back",
    done: "(done)",
  },
});
