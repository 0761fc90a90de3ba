import { catalogue } from "../../messages/catalogue.js";

/** The texts of amounts and their fields. */
export const messages = catalogue({
  en: {
    amount: {
      max: "Max",
      offered: ({ amount }: { readonly amount: string }) => `offered ${amount}`,
      worth: ({ coin }: { readonly coin: string }) => `worth of ${coin}`,
    },
  },
});
