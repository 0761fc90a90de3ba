import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of amounts and their fields. */
export const messages = catalogue({
  en: {
    amount: {
      max: "Max",
      offered: ({ amount }: { readonly amount: string }) => `offered ${amount}`,
      token: ({ instrument, admin }: { readonly instrument: ReactNode; readonly admin: string }) =>
        rich`${instrument} of ${admin}`,
      worth: ({ coin }: { readonly coin: string }) => `worth of ${coin}`,
    },
  },
});
