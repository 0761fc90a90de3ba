import type { messages as english } from "../../../../pages/dapp/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  approval: {
    update: ({ updateId }) => `Update ${updateId}`,
    signatureGiven: "Die Seite hat die Unterschrift.",
    rejected: "Nichts wurde getan",
    signed: "Unterschrieben",
    executed: "Ausgeführt",
    failed: "Es wurde nicht getan.",
    checking: "Es wird geprüft, was daraus wurde.",
    unlock: "Die Schlüssel entsperren",
    sign: "Unterschreiben",
    title: "Genehmigen",
  },
  request: {
    text: "Zu unterschreibender Text",
    wouldFail: ({ text }) => rich`Das Ledger würde es ablehnen: ${text}`,
    noWordsWarning: "Es lässt sich nicht in Worte fassen. Genehmigen Sie es nicht.",
    description: "Was es bewirken würde",
    signature: "Eine Seite will eine Unterschrift",
    transaction: "Eine Seite will eine Transaktion",
    party: "Als Partei",
    commandId: "Befehls-ID",
    waits: "Wartet",
    what: "was die Seite will",
  },
  obstacle: {
    wouldFail: "Das Ledger würde es ablehnen.",
    noWords: "Es lässt sich nicht in Worte fassen.",
    locked: "Entsperren Sie zuerst die Schlüssel.",
    doubts: "Lesen Sie zuerst die Zweifel und nehmen Sie sie hin.",
  },
  connect: {
    party: "Verbinden mit",
    externalNote:
      "Eine Partei, die außerhalb des Knotens unterschreibt, unterschreibt jede Transaktion mit ihrem Schlüssel in diesem Browser.",
    rejected: "Die Seite ist nicht verbunden",
    done: "Die Seite ist verbunden",
    question: "Eine Seite will Ihre Wallet verwenden",
    withParty: "Mit der Partei",
    seesHint:
      "Sie sieht, was diese Partei auf dem Ledger sieht, einen Tag lang oder bis Sie die Verbindung trennen.",
    asksHint:
      "Sie kann um Transaktionen bitten. Sie genehmigen jede hier; von selbst kann die Seite keine machen.",
    loginHint: "Sie bekommt Ihre Anmeldung nicht.",
    warning: "Verbinden Sie sie nur, wenn dies die Adresse der Seite ist, von der Sie kommen.",
    failed: "Die Seite wurde nicht verbunden.",
    submit: "Verbinden",
    title: "Seite verbinden",
    what: "was verbunden werden will",
  },
  decision: {
    reject: "Ablehnen",
    done: "Fertig",
    rejected: "Abgelehnt",
    close: "Dieses Fenster schließen",
  },
  gone: {
    title: "Hier wartet nichts",
    card: "Diese Anfrage ist vorbei",
    hint: "Sie wurde schon entschieden, oder es dauerte länger als fünf Minuten. Beginnen Sie neu auf der Seite, die Sie hierher geschickt hat.",
  },
  signature: {
    noKey:
      "Dieser Browser hat keinen Schlüssel der Partei; nur Parteien mit eigenem Schlüssel unterschreiben.",
  },
};
