import { catalogue } from "../../messages/catalogue.js";

/** The texts of parties and their fields. */
export const messages = catalogue({
  en: {
    chip: {
      you: "you",
      named: ({ name, party }: { readonly name: string; readonly party: string }) =>
        `${name} ${party}`,
      copy: ({
        name,
        party,
        isCopied,
      }: {
        readonly name: string;
        readonly party: string;
        readonly isCopied: boolean;
      }) => (isCopied ? `${name}, copied` : `${name}, copy party id ${party}`),
      copied: "Copied",
    },
    picker: {
      placeholder: "name::1220…",
      placeholderOrName: "name::1220… or a name",
      known: "Known parties",
    },
  },
});
