import { catalogue } from "../../messages/catalogue.js";

/** The texts of charts. */
export const messages = catalogue({
  en: {
    chart: {
      table: "Show as a table",
    },
  },
});
