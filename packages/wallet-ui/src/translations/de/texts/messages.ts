import type { messages as english } from "../../../texts/messages.js";

export const messages: typeof english = {
  memo: {
    tooLong: ({ found, atMost }) => `${found} Zeichen gefunden, höchstens ${atMost} erwartet.`,
    broken: "Die Beschreibung hat ein beschädigtes Zeichen. Geben Sie sie erneut ein.",
  },
  redirect: {
    notHttp: "Die Rückkehradresse ist keine http- oder https-Adresse.",
    notEncrypted: ({ host }) => `Die Rückkehradresse ${host} ist nicht verschlüsselt.`,
  },
};
