import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the page Traffic. */
export const messages = catalogue({
  en: {
    hours: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: `${count} hour`, other: `${count} hours` }),
    days: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: `${count} day`, other: `${count} days` }),
    aboutAtThePrice: ({ amount }: { readonly amount: ReactNode }) =>
      rich`About ${amount} at the price of this round.`,
    validator: "Validator",
    validatorOfThisNode: "The validator of this node",
    whoseParticipantMayUse: "Whose participant may use the traffic.",
    bytes: "Bytes",
    usdForAMillionBytes: ({ price }: { readonly price: string }) =>
      `${price} USD for a million bytes.`,
    giveUpAfter: "Give up after",
    walletPaysAsSoon: "The wallet pays as soon as it has the coins.",
    expectedAWholeNumber: "Expected a whole number of bytes.",
    leastBought: ({ count }: { readonly count: number }) =>
      plural("en", count, {
        one: `At least ${count} byte is bought at once.`,
        other: `At least ${count} bytes are bought at once.`,
      }),
    enterTheParty: "Enter the party of a validator.",
    review: "Review",
    buyBytes: ({ bytes }: { readonly bytes: string }) => `Buy ${bytes}`,
    forText: "For",
    trafficBought: "Traffic",
    costsAbout: "Costs about",
    youHaveLess: "You have less than that now. The wallet pays as soon as it has enough.",
    availableAfterwards: "Available afterwards",
    givesUpAfter: "Gives up after",
    price: "Price",
    priceOfTheRound: "That of the round in which the wallet pays. It is not paid back.",
    requestWasRefused: "The request was refused.",
    theRequest: "the request",
    bought: "Bought",
    waitsForTheWallet: "Waits for the wallet to pay",
    notBought: "Not bought",
    bytesOf: ({ count, shown }: { readonly count: number; readonly shown: string }) =>
      plural("en", count, { one: `${shown} byte`, other: `${shown} bytes` }),
    trafficOfThisNode: "Traffic of this node",
    theTraffic: "the traffic",
    used: "Used",
    mayBeUsed: "May be used",
    boughtSoFar: "Bought so far",
    title: "Traffic",
    buyTraffic: "Buy traffic",
    thePriceOfTraffic: "the price of traffic",
    requests: "Requests",
    theRequests: "the requests",
    noRequestWaits: "No request waits",
    requestWaitsHereUntil:
      "A request waits here until the wallet has paid it, or gives up and says why.",
  },
});
