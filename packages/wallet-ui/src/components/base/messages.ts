import { catalogue } from "../../messages/catalogue.js";

/** The texts of the basic components. */
export const messages = catalogue({
  en: {
    copied: ({ what }: { readonly what: string }) => `Copied ${what}`,
    copy: ({ what }: { readonly what: string }) => `Copy ${what}`,
    loading: "Loading",
  },
});
