import { catalogue } from "../messages/catalogue.js";

/** The texts of amounts. */
export const messages = catalogue({
  en: {
    amount: {
      missing: "Enter an amount.",
      noDigits: "Enter the digits of the amount.",
      tooLong: ({ maxCharacters }: { readonly maxCharacters: number }) =>
        `Enter at most ${maxCharacters} characters.`,
      wrongCharacter: ({ character }: { readonly character: string }) =>
        `"${character}" is not part of a number. Enter digits only.`,
      mixedDigits: "Enter all digits in one script.",
      ambiguous: ({
        separator,
        decimal,
      }: {
        readonly separator: string;
        readonly decimal: string;
      }) =>
        `"${separator}" could separate thousands or decimals here. Leave it out, or write decimals with "${decimal}" and not exactly three digits after it.`,
      wrongGroups: ({ group, decimal }: { readonly group: string; readonly decimal: string }) =>
        `"${group}" separates groups of digits here, and these groups are incomplete. Write decimals with "${decimal}".`,
      manyDecimals: ({ decimal }: { readonly decimal: string }) =>
        `Enter "${decimal}" once at most.`,
      decimals: ({ found, atMost }: { readonly found: number; readonly atMost: number }) =>
        `Found ${found} decimals, expected at most ${atMost}.`,
      digits: ({ found, atMost }: { readonly found: number; readonly atMost: number }) =>
        `Found ${found} digits before the decimals, expected at most ${atMost}.`,
      notPositive: "Enter an amount above zero.",
      unavailable: ({ available }: { readonly available: string }) =>
        `Only ${available} is available.`,
    },
    spoken: {
      unchanged: ({ amount }: { readonly amount: string }) => `no change, ${amount}`,
      received: ({ amount }: { readonly amount: string }) => `received ${amount}`,
      sent: ({ amount }: { readonly amount: string }) => `sent ${amount}`,
    },
  },
});
