import { catalogue } from "../../messages/catalogue.js";

/** The texts of parties and their fields. */
export const messages = catalogue({
  en: {
    you: "you",
    partyId: "party id",
    formOfAPartyId: "name::1220…",
    formOfAPartyIdOrName: "name::1220… or a name",
    knownParties: "Known parties",
  },
});
