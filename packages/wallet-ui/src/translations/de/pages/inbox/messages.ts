import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/inbox/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  show: {
    all: "Alle",
    you: "Wartet auf Sie",
    received: "Erhalten",
    sent: "Gesendet",
    label: "Welche Einträge",
  },
  page: {
    title: "Eingang",
  },
  list: {
    title: "Was wartet",
    what: "der Eingang",
    empty: "Nichts wartet",
    request: "Geld anfordern",
    emptyHint:
      "Überweisungen, die Sie erhalten oder senden, und Zahlungsanforderungen warten hier, bis jemand entscheidet.",
    noneOfKind: "Nichts dieser Art wartet",
    noneForYou: "Was Sie annehmen oder ablehnen können, steht hier, bis Sie entscheiden.",
    noneReceived:
      "Was andere Ihnen senden oder von Ihnen anfordern, steht hier, bis jemand entscheidet.",
    noneSent: "Was Sie senden oder anfordern, steht hier, bis jemand entscheidet.",
  },
  several: {
    all: ({ count }) => `Alle ${count} auswählen`,
    picked: ({ count }) => `${count} ausgewählt`,
    choose: ({ title, party }) => `Auswählen: ${title} ${party}`,
    progress: ({ ended, count }) => `${ended} von ${count} entschieden`,
    outcome: "Was aus jedem wurde",
    waits: "Wartet",
    sending: "Unterwegs",
    unknown: "Wird geprüft",
    over: "Vorbei",
    close: "Fertig",
  },
  accept: {
    button: ({ count }) => `${count} annehmen`,
    question: ({ count }) =>
      plural("de", count, { one: "Annehmen?", other: `Alle ${count} annehmen?` }),
    sum: ({ amount }) => rich`Sie erhalten ${amount}.`,
    pay: ({ count }) =>
      plural("de", count, {
        one: "Mit einem davon erklären Sie sich bereit zu zahlen.",
        other: `Mit ${count} davon erklären Sie sich bereit zu zahlen.`,
      }),
    done: ({ count }) => `${count} angenommen.`,
    partly: ({ done, count }) => `${done} von ${count} angenommen.`,
    ended: "Angenommen",
    failed: "Nicht angenommen",
  },
  reject: {
    button: ({ count }) => `${count} ablehnen`,
    question: ({ count }) =>
      plural("de", count, { one: "Ablehnen?", other: `Alle ${count} ablehnen?` }),
    sum: ({ amount }) => rich`Sie erhalten ${amount} nicht.`,
    pay: ({ count }) =>
      plural("de", count, {
        one: "Bei einem davon lehnen Sie es ab zu zahlen.",
        other: `Bei ${count} davon lehnen Sie es ab zu zahlen.`,
      }),
    forGood:
      "Die anderen Parteien sehen, dass Sie es nicht wollen. Das lässt sich nicht rückgängig machen.",
    done: ({ count }) => `${count} abgelehnt.`,
    partly: ({ done, count }) => `${done} von ${count} abgelehnt.`,
    ended: "Abgelehnt",
    failed: "Nicht abgelehnt",
  },
  withdraw: {
    button: ({ count }) => `${count} zurückziehen`,
    question: ({ count }) =>
      plural("de", count, { one: "Zurückziehen?", other: `Alle ${count} zurückziehen?` }),
    sum: ({ amount }) => rich`Sie nehmen ${amount} zurück.`,
    forGood: "Was dafür gesperrt ist, gehört wieder Ihnen. Das lässt sich nicht rückgängig machen.",
    done: ({ count }) => `${count} zurückgezogen.`,
    partly: ({ done, count }) => `${done} von ${count} zurückgezogen.`,
    ended: "Zurückgezogen",
    failed: "Nicht zurückgezogen",
  },
  item: {
    traffic: ({ bytes }) =>
      plural("de", bytes, { one: `${bytes} Byte Traffic`, other: `${bytes} Bytes Traffic` }),
    amount: "Betrag",
    administrator: "Verwalter des Tokens",
    memo: "Beschreibung",
    since: "Seit",
    until: "Bis",
    contract: "Vertrag",
    contractId: "Vertrags-ID",
    next: ({ next }) => `Als Nächstes: ${next}`,
  },
  fate: {
    over: "Vorbei",
    accepted: "Angenommen",
    completed: "Abgeschlossen",
    rejected: "Abgelehnt",
    cancelled: "Abgebrochen",
    withdrawn: "Zurückgezogen",
    expired: "Abgelaufen",
  },
  gone: {
    title: "Es ist vorbei",
    hint: "Mit dieser Vertrags-ID wartet nichts mehr.",
    fate: ({ fate }) => `Ergebnis: ${fate}.`,
    why: ({ text }) => rich`Warum: ${text}. Nichts wurde gezahlt.`,
    history: "Den Verlauf zeigen",
    inbox: "Zum Eingang",
    update: "Update",
    happened: "Was geschah, steht im Verlauf.",
  },
};
