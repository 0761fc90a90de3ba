import { catalogue } from "../messages/catalogue.js";

/** The texts of logging in and contacts. */
export const messages = catalogue({
  en: {
    whatThisBrowserHasStored: ({
      field,
      expected,
      found,
    }: {
      readonly field: string;
      readonly expected: string;
      readonly found: string;
    }) =>
      `What this browser has stored is no address book: in ${field}, expected ${expected}, found ${found}.`,
    enterAUserName: "Enter a user name.",
    foundCharactersExpectedAtMost: ({ count }: { readonly count: number }) =>
      `Found ${count} characters, expected at most 128.`,
    userNameCannotContain: ({ bad }: { readonly bad: string }) =>
      `A user name cannot contain "${bad}".`,
    loginHasEndedLog: "The login has ended. Log in again.",
    ledger: "Ledger",
  },
});
