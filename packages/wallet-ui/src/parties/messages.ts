import { catalogue } from "../messages/catalogue.js";

/** The texts of party ids. */
export const messages = catalogue({
  en: {
    party: {
      missing: "Enter a party id.",
      wrongCharacter: ({ character }: { readonly character: string }) =>
        `"${character}" is not part of a party id. Copy the id as a whole.`,
      noFingerprint: 'Expected the form name::fingerprint, found no "::".',
      malformed: "Expected the form name::fingerprint with at most 255 characters.",
    },
  },
});
