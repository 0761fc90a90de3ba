import { catalogue } from "../messages/catalogue.js";

/** The texts of descriptions and addresses to return to. */
export const messages = catalogue({
  en: {
    memo: {
      tooLong: ({ found, atMost }: { readonly found: number; readonly atMost: number }) =>
        `Found ${found} characters, expected at most ${atMost}.`,
      broken: "The description has a broken character. Enter it again.",
    },
    redirect: {
      notHttp: "The address to return to is no http or https address.",
      notEncrypted: ({ host }: { readonly host: string }) =>
        `The address to return to, ${host}, is not encrypted.`,
    },
  },
});
