import type { messages as english } from "../../../../pages/receipt/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  page: {
    title: "Beleg",
    what: "der Beleg",
    print: "Drucken oder als PDF speichern",
    back: "Die Transaktion",
  },
  none: {
    title: "Durch dieses Update hat niemand gezahlt",
    hint: "Belege gibt es zu Updates, durch die Ihre Partei gezahlt hat oder bezahlt wurde.",
    update: "Das Update zeigen",
  },
  payment: {
    paid: "Gezahlt",
    offered: "Angeboten, nicht gezahlt",
    offerNote:
      "Durch dieses Update wurde der Betrag gesperrt und angeboten. Gezahlt wird er, sobald der Empfänger annimmt, durch ein anderes Update.",
    from: "Von",
    to: "An",
    fee: "Gebühr",
    noFee: "Keine außer dem Betrag",
    memo: "Beschreibung",
  },
  update: {
    at: "Zeit",
    utc: ({ time }) => rich`UTC: ${time}`,
    id: "Update",
    offset: "Offset",
    node: "Knoten",
    participant: "Participant",
    network: "Netz",
  },
  proof: {
    title: "Beweis",
    none: "Dieser Knoten führt kein Protokoll für Prüfungen: Dieser Beleg sagt, was der Knoten sagt, und hat keinen Beweis.",
    making: "Der Beweis wird gemacht.",
    failed: "Zurzeit gibt es keinen Beweis.",
    save: "Den Beweis speichern",
    digest: "SHA-256 des Beweises",
    log: "Protokoll",
    check:
      "Wer die gespeicherte Datei hat, prüft, dass das Protokoll dieses Update hat, und was es sagt, mit:",
    keyNote:
      "Ein Schlüssel, der von diesem Knoten kommt, beweist, was dieser Knoten unterschrieben hat: Wer ihm nicht traut, holt den Schlüssel anderswo.",
    code: "Das Update, sein Offset, der Knoten sowie Digest und Protokoll seines Beweises",
    codeOfUpdate: "Das Update, sein Offset und der Knoten",
  },
  names: {
    note: "Namen sind die, die diese Wallet für die IDs darunter hat.",
  },
};
