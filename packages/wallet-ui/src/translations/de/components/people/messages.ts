import type { messages as english } from "../../../../components/people/messages.js";

export const messages: typeof english = {
  chip: {
    you: "Sie",
    named: ({ name, party }) => `${name} ${party}`,
    copy: ({ name, party, isCopied }) =>
      isCopied ? `${name}, kopiert` : `${name}, Partei-ID ${party} kopieren`,
    copied: "Kopiert",
  },
  picker: {
    placeholder: "name::1220…",
    placeholderOrName: "name::1220… oder ein Name",
    known: "Bekannte Parteien",
  },
};
