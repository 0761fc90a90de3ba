import { catalogue } from "../../messages/catalogue.js";

/** The texts of the basic components. */
export const messages = catalogue({
  en: {
    copy: {
      done: ({ what }: { readonly what: string }) => `Copied ${what}`,
      label: ({ what }: { readonly what: string }) => `Copy ${what}`,
    },
    skeleton: {
      label: "Loading",
    },
  },
});
