import { catalogue } from "../messages/catalogue.js";

/** The texts of amounts. */
export const messages = catalogue({
  en: {
    enterAnAmount: "Enter an amount.",
    enterTheDigits: "Enter the digits of the amount.",
    enterAtMostCharacters: ({ maxCharacters }: { readonly maxCharacters: number }) =>
      `Enter at most ${maxCharacters} characters.`,
    isNotPart: ({ character }: { readonly character: string }) =>
      `"${character}" is not part of a number. Enter digits only.`,
    enterAllDigits: "Enter all digits in one script.",
    couldSeparateThousandsOrDecimals: ({
      separator,
      decimal,
    }: {
      readonly separator: string;
      readonly decimal: string;
    }) =>
      `"${separator}" could separate thousands or decimals here. Leave it out, or write decimals with "${decimal}" and not exactly three digits after it.`,
    separatesGroupsOfDigitsHere: ({
      group,
      decimal,
    }: {
      readonly group: string;
      readonly decimal: string;
    }) =>
      `"${group}" separates groups of digits here, and these groups are incomplete. Write decimals with "${decimal}".`,
    enterOnceAtMost: ({ decimal }: { readonly decimal: string }) =>
      `Enter "${decimal}" once at most.`,
    foundDecimalsExpectedAtMost: ({
      found,
      atMost,
    }: {
      readonly found: number;
      readonly atMost: number;
    }) => `Found ${found} decimals, expected at most ${atMost}.`,
    foundDigitsBeforeTheDecimals: ({
      found,
      atMost,
    }: {
      readonly found: number;
      readonly atMost: number;
    }) => `Found ${found} digits before the decimals, expected at most ${atMost}.`,
    enterAnAmountAboveZero: "Enter an amount above zero.",
    onlyIsAvailable: ({ available }: { readonly available: string }) =>
      `Only ${available} is available.`,
    noChange: ({ amount }: { readonly amount: string }) => `no change, ${amount}`,
    received: ({ amount }: { readonly amount: string }) => `received ${amount}`,
    sent: ({ amount }: { readonly amount: string }) => `sent ${amount}`,
  },
});
