import { catalogue } from "../messages/catalogue.js";

/** The texts of descriptions and addresses to return to. */
export const messages = catalogue({
  en: {
    foundCharactersExpectedAtMost: ({
      found,
      atMost,
    }: {
      readonly found: number;
      readonly atMost: number;
    }) => `Found ${found} characters, expected at most ${atMost}.`,
    descriptionHasABrokenCharacter: "The description has a broken character. Enter it again.",
    addressToReturn: "The address to return to is no http or https address.",
    addressToReturnToIsNot: ({ host }: { readonly host: string }) =>
      `The address to return to, ${host}, is not encrypted.`,
  },
});
