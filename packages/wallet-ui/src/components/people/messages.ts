import { catalogue } from "../../messages/catalogue.js";

/** The texts of parties and their fields. */
export const messages = catalogue({
  en: {
    chip: {
      you: "you",
      id: "party id",
    },
    picker: {
      placeholder: "name::1220…",
      placeholderOrName: "name::1220… or a name",
      known: "Known parties",
    },
  },
});
