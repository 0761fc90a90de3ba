import { catalogue } from "../messages/catalogue.js";
import { listOf } from "../messages/list.js";

/** The texts of payment links. */
export const messages = catalogue({
  en: {
    decimalAboveZeroSuch: "a decimal above zero such as 12.5",
    timeOfIso: "a time such as 2026-01-31T12:00:00.000Z",
    partyIdOfTheForm: "a party id of the form name::fingerprint",
    networkLength: ({ maxNetworkLength }: { readonly maxNetworkLength: number }) =>
      `1 to ${maxNetworkLength} characters`,
    memoLength: "1 to 279 characters",
    millisecondsSince1970Before: "milliseconds since 1970, before the year 10000",
    oneOf: ({ fields }: { readonly fields: ReadonlyArray<string> }) =>
      `one of ${listOf("en", fields)}`,
    eachFieldOnce: "each field once",
    linkHasCharactersExpected: ({
      found,
      atMost,
    }: {
      readonly found: number;
      readonly atMost: number;
    }) => `The link has ${found} characters, expected at most ${atMost}.`,
    thisIsNoPaymentLink: "This is no payment link of this wallet.",
    linkIsBrokenIsExpected: ({
      field,
      found,
      expected,
    }: {
      readonly field: string;
      readonly found: string;
      readonly expected: string;
    }) => `The link is broken: ${field} is "${found}", expected ${expected}.`,
    linkWasDamagedOrChanged:
      "The link was damaged or changed after it was made. Ask for a new one.",
    linkExpiredAtAsk: ({ at }: { readonly at: string }) =>
      `The link expired at ${at}. Ask for a new one.`,
    linkIsForTheNetwork: ({
      found,
      expected,
    }: {
      readonly found: string;
      readonly expected: string;
    }) => `The link is for the network ${found}; this wallet is on ${expected}.`,
  },
});
