import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Request. */
export const messages = catalogue({
  en: {
    noEnd: "No end",
    hour1: "1 hour",
    day1: "1 day",
    days7: "7 days",
    days30: "30 days",
    codeOfThePaymentLink: "Code of the payment link",
    paymentLink: "payment link",
    to: ({ party }: { readonly party: ReactNode }) => rich`To ${party}`,
    amountEmptyThePayerChooses: "Amount (empty: the payer chooses)",
    descriptionOptional: "Description (optional)",
    ofCharacters: ({
      memo,
      maxMemoCharacters,
    }: {
      readonly memo: number;
      readonly maxMemoCharacters: number;
    }) => `${memo} of ${maxMemoCharacters} characters.`,
    linkIsValidFor: "The link is valid for",
    title: "Request",
    whatToAskFor: "What to ask for",
    linkAndCode: "Link and code",
    theNetwork: "the network",
    mendWhatIsMarked: "Mend what is marked in the form first.",
    whoeverOpens:
      "Whoever opens it in a wallet of this network sees it filled in, and decides. The link has your party id in it and nothing secret.",
  },
});
