import type { messages as english } from "../../../session/messages.js";

export const messages: typeof english = {
  contacts: {
    damaged: ({ field, expected, found }) =>
      `Was dieser Browser gespeichert hat, ist kein Adressbuch: In ${field} wird ${expected} erwartet, gefunden wurde ${found}.`,
  },
  user: {
    missing: "Geben Sie einen Benutzernamen ein.",
    tooLong: ({ count }) => `${count} Zeichen gefunden, höchstens 128 erwartet.`,
    wrongCharacter: ({ bad }) => `Ein Benutzername kann „${bad}“ nicht enthalten.`,
  },
  login: {
    ended: "Die Anmeldung ist beendet. Melden Sie sich erneut an.",
  },
  network: {
    ledger: "Ledger",
  },
};
