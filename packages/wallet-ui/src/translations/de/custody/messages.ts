import type { messages as english } from "../../../custody/messages.js";
import { plural } from "../../../messages/plural.js";

export const messages: typeof english = {
  backup: {
    wholeNumber: "eine ganze Zahl",
    range: ({ least, most }) => `${least} bis ${most}`,
    base64: ({ count }) =>
      plural("de", count, { one: `${count} Byte in Base64`, other: `${count} Bytes in Base64` }),
    none: ({ expected, field }) =>
      `Dies ist keine Schlüsselsicherung: In „${field}“ wird ${expected} erwartet.`,
    wrongPassphrase: "Die Passphrase ist falsch, oder die Datei wurde verändert.",
    otherKey: "Die Datei enthält einen anderen Schlüssel, als sie sagt.",
  },
  topology: {
    base64: ({ field }) => `${field}: Base64 erwartet`,
    transactions: ({ field, most }) => `${field}: 1 bis ${most} in Base64 erwartet`,
  },
  prepared: {
    noBase64: "etwas, das kein Base64 ist",
    unreadable: ({ reason }) =>
      `Die Transaktion ist nicht lesbar: ${reason}. Nichts wurde unterschrieben.`,
    otherHash: ({ found, computed }) =>
      `Der Server bittet um eine Unterschrift für ${found}, doch seine Transaktion hat den Hash ${computed}. Nichts wurde unterschrieben.`,
    otherParty: ({ found, expected }) =>
      `Die Transaktion handelt als ${found}, erwartet wird allein ${expected}. Nichts wurde unterschrieben.`,
    otherNetwork: ({ found, expected }) =>
      `Die Transaktion ist für das Netz ${found}, erwartet wird ${expected}. Nichts wurde unterschrieben.`,
    otherRequest: ({ why }) =>
      `Der Knoten antwortete mit einer anderen Transaktion, als Sie verlangt haben: ${why}. Nichts wurde unterschrieben.`,
    expired: ({ at }) => `Die Transaktion war bis ${at} ausführbar. Bereiten Sie sie neu vor.`,
  },
  wanted: {
    other: ({ found, wanted }) => `Sie tut ${found}, verlangt war ${wanted}`,
    otherContract: ({ found, wanted }) =>
      `Sie betrifft den Vertrag ${found}, verlangt war ${wanted}`,
    missing: ({ field, wanted }) => `${field} fehlt, verlangt war ${wanted}`,
    otherField: ({ field, found, wanted }) => `${field} ist ${found}, verlangt war ${wanted}`,
    loss: ({ amount, asset }) => `Sie würden ${amount} verlieren (${asset})`,
    notOne: "Sie besteht nicht aus einem Befehl",
  },
};
