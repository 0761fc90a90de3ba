import { catalogue } from "../../messages/catalogue.js";

/** The texts of forms. */
export const messages = catalogue({
  en: {
    filters: {
      clear: "Clear filters",
      more: "Filter",
    },
  },
});
