import type { messages as english } from "../../../../components/picture/messages.js";
import { plural } from "../../../../messages/plural.js";

export const messages: typeof english = {
  picture: {
    title: "Was sie tut, als Bild",
    region: "Bild der Transaktion",
    eyes: "Gesehen wird, was sichtbar ist für",
    everyone: "Alle Parteien zusammen",
    save: "Als SVG speichern",
    asTable: "Dasselbe als Tabelle",
    nothing: "Diese Augen sehen nichts davon",
    nothingHint: "Eine Partei sieht, was sie unterschreibt, beobachtet oder ausführt.",
    hidden: ({ count }) =>
      plural("de", count, {
        one: `${count} Knoten ist nicht sichtbar.`,
        other: `${count} Knoten sind nicht sichtbar.`,
      }),
    folded: ({ nodes }) =>
      `Ihre ${nodes} Knoten sind zusammengefaltet: Gleiches ist einmal gezeichnet, mit Anzahl und Summe.`,
    sum: ({ amount }) => `${amount} hinein und heraus.`,
    minted: ({ amount }) => `${amount} mehr erzeugt als verbraucht.`,
    burned: ({ amount }) => `${amount} mehr verbraucht als erzeugt.`,
    unsure: "Was in einigen Verträgen steht, ist für diese Augen unbekannt: Summen fehlen.",
  },
  column: {
    before: "Vorher",
    done: "Getan",
    after: "Nachher",
    what: "Was",
    contract: "Vertrag",
    owner: "Eigentümer",
    amount: "Betrag",
    signed: "Unterzeichnet von",
    seen: "Gesehen von",
  },
  word: {
    create: "Erzeugen",
    archive: "Archivieren",
    unknown: "nicht einsehbar",
    disclosed: "offengelegt",
    locked: "gesperrt",
    consumes: "verbraucht",
    uses: "benutzt",
    makes: "erzeugt",
    divulged: ({ parties }) => `preisgegeben an ${parties}`,
    amount: ({ amount, unit }) => `${amount} ${unit}`,
    tooLarge: ({ unit }) => `zu viel ${unit} für eine Summe`,
    several: ({ count, what }) => `${count} × ${what}`,
    contracts: ({ count }) =>
      plural("de", count, { one: `${count} Vertrag`, other: `${count} Verträge` }),
    actions: ({ count }) =>
      plural("de", count, { one: `${count} Schritt`, other: `${count} Schritte` }),
    on: ({ entity }) => `auf ${entity}`,
    by: ({ parties }) => `durch ${parties}`,
    of: ({ owner }) => `von ${owner}`,
    signedBy: ({ parties }) => `unterzeichnet: ${parties}`,
    seenBy: ({ parties }) => `gesehen: ${parties}`,
  },
};
