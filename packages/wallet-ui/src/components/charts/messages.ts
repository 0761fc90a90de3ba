import { catalogue } from "../../messages/catalogue.js";

/** The texts of charts. */
export const messages = catalogue({
  en: {
    showAsATable: "Show as a table",
  },
});
