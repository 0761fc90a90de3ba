import { catalogue } from "../messages/catalogue.js";

/** The texts of logging in and contacts. */
export const messages = catalogue({
  en: {
    contacts: {
      damaged: ({
        field,
        expected,
        found,
      }: {
        readonly field: string;
        readonly expected: string;
        readonly found: string;
      }) =>
        `What this browser has stored is no address book: in ${field}, expected ${expected}, found ${found}.`,
    },
    user: {
      missing: "Enter a user name.",
      tooLong: ({ count }: { readonly count: number }) =>
        `Found ${count} characters, expected at most 128.`,
      wrongCharacter: ({ bad }: { readonly bad: string }) => `A user name cannot contain "${bad}".`,
    },
    login: {
      ended: "The login has ended. Log in again.",
    },
    network: {
      ledger: "Ledger",
    },
  },
});
