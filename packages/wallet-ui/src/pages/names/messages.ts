import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the page Names. */
export const messages = catalogue({
  en: {
    name: {
      wrongCharacter: ({ character }: { readonly character: string }) =>
        `A name cannot contain "${character}": use a to z, 0 to 9, _ and -.`,
      tooLong: ({ count, most }: { readonly count: number; readonly most: number }) =>
        `Found ${count} characters, expected at most ${most}.`,
      searching: ({ name }: { readonly name: string }) => `Looking for ${name}…`,
      available: "Available",
      taken: "Taken",
      takenBy: ({ taken, party }: { readonly taken: ReactNode; readonly party: ReactNode }) =>
        rich`${taken} by ${party}`,
      missing: "Enter a name first.",
      takenReason: "The name is taken.",
      label: "Name",
      hint: ({ suffix }: { readonly suffix: string }) => `It ends with ${suffix}`,
    },
    form: {
      title: "Get a name",
      submit: "Review the subscription",
      url: "Web address",
      urlHint: "Optional; https://… that everyone can see beside the name.",
      description: "Description",
      note: "You see the price before you confirm. Others find you by the name when they send.",
      failed: "The name could not be requested.",
    },
    entry: {
      yours: "Yours",
      costs: "Costs",
      every: ({ amount, interval }: { readonly amount: ReactNode; readonly interval: string }) =>
        rich`${amount} every ${interval}`,
      paidUntil: "Paid until",
    },
    page: {
      title: "Names",
    },
    list: {
      title: "Your names",
      what: "your names",
      empty: "No names yet",
      emptyHint: ({ nameService }: { readonly nameService: string }) =>
        `A name of the ${nameService} is easier to read than a party id.`,
    },
  },
});
