import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the page Traffic. */
export const messages = catalogue({
  en: {
    span: {
      hours: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} hour`, other: `${count} hours` }),
      days: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} day`, other: `${count} days` }),
    },
    form: {
      cost: ({ amount }: { readonly amount: ReactNode }) =>
        rich`About ${amount} at the price of this round.`,
      submit: "Review",
      failed: "The request was refused.",
      title: "Buy traffic",
      what: "the price of traffic",
    },
    validator: {
      label: "Validator",
      own: "The validator of this node",
      hint: "Whose participant may use the traffic.",
      missing: "Enter the party of a validator.",
    },
    bytes: {
      label: "Bytes",
      price: ({ price }: { readonly price: string }) => `${price} USD for a million bytes.`,
      malformed: "Expected a whole number of bytes.",
      tooFew: ({ count }: { readonly count: number }) =>
        plural("en", count, {
          one: `At least ${count} byte is bought at once.`,
          other: `At least ${count} bytes are bought at once.`,
        }),
      count: ({ count, shown }: { readonly count: number; readonly shown: string }) =>
        plural("en", count, { one: `${shown} byte`, other: `${shown} bytes` }),
    },
    life: {
      label: "Give up after",
      hint: "The wallet pays as soon as it has the coins.",
    },
    review: {
      confirm: ({ bytes }: { readonly bytes: string }) => `Buy ${bytes}`,
      validator: "For",
      bytes: "Traffic",
      cost: "Costs about",
      shortOfFunds: "You have less than that now. The wallet pays as soon as it has enough.",
      afterwards: "Available afterwards",
      life: "Gives up after",
      price: "Price",
      priceHint: "That of the round in which the wallet pays. It is not paid back.",
    },
    outcome: {
      what: "the request",
      bought: "Bought",
      waiting: "Waits for the wallet to pay",
      notBought: "Not bought",
    },
    own: {
      title: "Traffic of this node",
      what: "the traffic",
      used: "Used",
      limit: "May be used",
      bought: "Bought so far",
    },
    page: {
      title: "Traffic",
    },
    requests: {
      title: "Requests",
      what: "the requests",
      empty: "No request waits",
      emptyHint: "A request waits here until the wallet has paid it, or gives up and says why.",
    },
  },
});
