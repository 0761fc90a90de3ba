import { catalogue } from "../../messages/catalogue.js";

/** The texts of amounts and their fields. */
export const messages = catalogue({
  en: {
    max: "Max",
    worthOf: ({ coin }: { readonly coin: string }) => `worth of ${coin}`,
  },
});
