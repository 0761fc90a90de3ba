import { catalogue } from "../../messages/catalogue.js";

/** The texts of forms. */
export const messages = catalogue({
  en: {
    clearFilters: "Clear filters",
    fewerFilters: "Fewer filters",
    moreFilters: "More filters",
  },
});
