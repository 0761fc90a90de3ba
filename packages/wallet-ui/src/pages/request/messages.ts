import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Request. */
export const messages = catalogue({
  en: {
    validity: {
      none: "No end",
      hour: "1 hour",
      day: "1 day",
      days7: "7 days",
      days30: "30 days",
      label: "The link is valid for",
    },
    link: {
      code: "Code of the payment link",
      toCopy: "payment link",
      title: "Link and code",
      what: "the network",
      formWrong: "Mend what is marked in the form first.",
      note: "Whoever opens it in a wallet of this network sees it filled in, and decides. The link has your party id in it and nothing secret.",
    },
    form: {
      to: ({ party }: { readonly party: ReactNode }) => rich`To ${party}`,
      amount: "Amount (empty: the payer chooses)",
      memo: "Description (optional)",
      memoHint: ({
        memo,
        maxMemoCharacters,
      }: {
        readonly memo: number;
        readonly maxMemoCharacters: number;
      }) => `${memo} of ${maxMemoCharacters} characters.`,
      title: "What to ask for",
    },
    page: {
      title: "Request",
    },
  },
});
