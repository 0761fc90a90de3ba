import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the page Names. */
export const messages = catalogue({
  en: {
    nameCannotContain: ({ character }: { readonly character: string }) =>
      `A name cannot contain "${character}": use a to z, 0 to 9, _ and -.`,
    foundCharactersExpectedAtMost: ({
      count,
      most,
    }: {
      readonly count: number;
      readonly most: number;
    }) => `Found ${count} characters, expected at most ${most}.`,
    lookingFor: ({ name }: { readonly name: string }) => `Looking for ${name}…`,
    available: "Available",
    taken: "Taken",
    takenBy: ({ taken, party }: { readonly taken: ReactNode; readonly party: ReactNode }) =>
      rich`${taken} by ${party}`,
    enterANameFirst: "Enter a name first.",
    nameIsTaken: "The name is taken.",
    getAName: "Get a name",
    reviewTheSubscription: "Review the subscription",
    name: "Name",
    itEndsWith: ({ suffix }: { readonly suffix: string }) => `It ends with ${suffix}`,
    webAddress: "Web address",
    optionalHttpsThatEveryone: "Optional; https://… that everyone can see beside the name.",
    description: "Description",
    youSeeThePriceBefore:
      "You see the price before you confirm. Others find you by the name when they send.",
    nameCouldNotBeRequested: "The name could not be requested.",
    yours: "Yours",
    costs: "Costs",
    every: ({ amount, interval }: { readonly amount: ReactNode; readonly interval: string }) =>
      rich`${amount} every ${interval}`,
    paidUntil: "Paid until",
    title: "Names",
    yourNames: "Your names",
    theNames: "your names",
    noNamesYet: "No names yet",
    nameOfTheIsEasier: ({ nameService }: { readonly nameService: string }) =>
      `A name of the ${nameService} is easier to read than a party id.`,
  },
});
