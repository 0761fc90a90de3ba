import { catalogue } from "../messages/catalogue.js";

/** The texts of contacts. */
export const messages = catalogue({
  en: {
    contact: {
      object: "an object",
      fields: "party, label and note",
      party: "the form name::fingerprint",
      label: ({ maxLabel }: { readonly maxLabel: number }) => `1 to ${maxLabel} characters`,
      note: ({ maxNote }: { readonly maxNote: number }) => `at most ${maxNote} characters`,
    },
    book: {
      most: ({ contacts }: { readonly contacts: number }) => `at most ${contacts} contacts`,
    },
    file: {
      length: ({ maxFileCharacters }: { readonly maxFileCharacters: number }) =>
        `at most ${maxFileCharacters} characters`,
      object: "a JSON object",
      list: "a list",
      most: ({ contacts }: { readonly contacts: number }) => `at most ${contacts}`,
      once: "each party once",
    },
  },
});
