import { catalogue } from "../messages/catalogue.js";
import { listOf } from "../messages/list.js";

/** The texts of payment links. */
export const messages = catalogue({
  en: {
    expected: {
      amount: "a decimal above zero such as 12.5",
      time: "a time such as 2026-01-31T12:00:00.000Z",
      party: "a party id of the form name::fingerprint",
      network: ({ maxNetworkLength }: { readonly maxNetworkLength: number }) =>
        `1 to ${maxNetworkLength} characters`,
      memo: "1 to 279 characters",
      milliseconds: "milliseconds since 1970, before the year 10000",
      field: ({ fields }: { readonly fields: ReadonlyArray<string> }) =>
        `one of ${listOf("en", fields)}`,
      once: "each field once",
    },
    link: {
      tooLong: ({ found, atMost }: { readonly found: number; readonly atMost: number }) =>
        `The link has ${found} characters, expected at most ${atMost}.`,
      none: "This is no payment link of this wallet.",
      broken: ({
        field,
        found,
        expected,
      }: {
        readonly field: string;
        readonly found: string;
        readonly expected: string;
      }) => `The link is broken: ${field} is "${found}", expected ${expected}.`,
      damaged: "The link was damaged or changed after it was made. Ask for a new one.",
      expired: ({ at }: { readonly at: string }) => `The link expired at ${at}. Ask for a new one.`,
      otherNetwork: ({ found, expected }: { readonly found: string; readonly expected: string }) =>
        `The link is for the network ${found}; this wallet is on ${expected}.`,
    },
  },
});
