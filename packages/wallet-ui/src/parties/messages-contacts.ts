import { catalogue } from "../messages/catalogue.js";

/** The texts of contacts. */
export const messages = catalogue({
  en: {
    object: "an object",
    partyLabelAndNote: "party, label and note",
    formNameFingerprint: "the form name::fingerprint",
    labelLength: ({ maxLabel }: { readonly maxLabel: number }) => `1 to ${maxLabel} characters`,
    noteLength: ({ maxNote }: { readonly maxNote: number }) => `at most ${maxNote} characters`,
    mostContactsInTheBook: ({ contacts }: { readonly contacts: number }) =>
      `at most ${contacts} contacts`,
    fileLength: ({ maxFileCharacters }: { readonly maxFileCharacters: number }) =>
      `at most ${maxFileCharacters} characters`,
    jsonObject: "a JSON object",
    list: "a list",
    mostContacts: ({ contacts }: { readonly contacts: number }) => `at most ${contacts}`,
    eachPartyOnce: "each party once",
  },
});
