import { catalogue } from "../../messages/catalogue.js";

/** The texts of forms. */
export const messages = catalogue({
  en: {
    filters: {
      clear: "Clear filters",
      more: "Filter",
    },
    language: {
      label: "Language",
      hint: "The page is loaded again, in this language.",
    },
  },
});
