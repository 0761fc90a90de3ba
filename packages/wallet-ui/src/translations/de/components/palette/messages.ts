import type { messages as english } from "../../../../components/palette/messages.js";

export const messages: typeof english = {
  palette: {
    title: "Suchen oder öffnen",
    placeholder: "Eine Seite, ein Kontakt, eine Aktion oder eine ID",
    found: "Gefundenes",
    empty: "Nichts heißt so",
    emptyHint:
      "Tippen Sie einen Teil einer Seite, eines Kontakts oder einer Aktion, oder fügen Sie eine ID ein.",
    hint: "Fügen Sie eine Partei-ID, Vertrags-ID, Update-ID oder einen Offset ein, um zu der Seite zu gelangen.",
  },
  kind: {
    page: "Seite",
    contact: "Kontakt",
    action: "Aktion",
    id: "ID",
  },
  alsoCalled: {
    overview: "Konsole, Instrumente: geht es dem Knoten gut, Rückstand, Platte, Speicher, Fehler",
    submissions: "Abgelehnte oder fehlgeschlagene Befehle: warum, Fehler",
    automations: "Was von selbst geschah und fehlschlug, Hintergrund",
    rights: "Wer für eine Partei handeln oder lesen darf, Berechtigungen",
    history: "Zahlungen, Belege, Quittungen, wer hat bezahlt",
  },
  id: {
    waiting: "Zeigen, was wartet",
    contract: "Den Vertrag zeigen",
    update: "Das Update zeigen",
    transaction: "Die Transaktion zeigen",
    receiver: "An diese Partei senden",
    party: "Zeigen, was diese Partei sieht",
    offset: "Das Ledger bei diesem Offset zeigen",
  },
  action: {
    sendTo: ({ label }) => `An ${label} senden`,
    copyParty: "Meine Partei-ID kopieren",
    copied: "Ihre Partei-ID ist kopiert.",
    light: "Helle Farben verwenden",
    dark: "Dunkle Farben verwenden",
    tour: "Den Rundgang durch einen neuen Knoten beginnen",
    logOut: "Von dieser Wallet abmelden",
  },
};
