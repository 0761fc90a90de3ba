import type { messages as english } from "../../../../pages/subscriptions/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  fact: {
    costs: "Kostet",
    every: ({ amount, interval }) => rich`${amount} je ${interval}`,
    receiver: "Gezahlt an",
    provider: "Über",
    next: "Nächste Zahlung",
  },
  due: {
    overdue: ({ time }) => rich`War fällig ${time}: Die App kann das Abonnement beenden.`,
    overdueWaiting: ({ time, reason, next }) =>
      rich`War fällig ${time}: Die App kann das Abonnement beenden. ${reason}. ${next}`,
    next: ({ left, before }) => rich`${left}, zahlbar ${before} vorher`,
    nextWaiting: ({ left, before, reason, next }) =>
      rich`${left}, zahlbar ${before} vorher. ${reason}. ${next}`,
    collecting: "Die App zieht gerade eine ein; danach können Sie kündigen.",
  },
  state: {
    paying: "Zahlung läuft",
    failed: "Zahlung fehlgeschlagen",
    active: "Aktiv",
    yours: "Wartet auf Sie",
  },
  pay: {
    submit: "Zahlen",
    submitNamed: ({ title }) => `Zahlen für ${title}`,
    done: "Die Zahlung ist erfolgt.",
    failed: "Die Zahlung wurde abgelehnt.",
  },
  cancel: {
    submit: "Abonnement kündigen",
    submitNamed: ({ title }) => `Abonnement kündigen: ${title}`,
    question: "Das Abonnement kündigen?",
    effect: ({ text }) =>
      rich`Für ${text} wird nichts mehr gezahlt. Was schon gezahlt wurde, wird nicht zurückgezahlt.`,
    done: "Das Abonnement ist gekündigt.",
    failed: "Das Abonnement konnte nicht gekündigt werden.",
  },
  requests: {
    review: "Prüfen",
    title: "Angefragt",
    what: "die angefragten Abonnements",
    empty: "Keine App bittet um ein Abonnement",
    emptyHint: "Ein Abonnement, das eine App Ihnen anbietet, erscheint hier.",
  },
  page: {
    title: "Abonnements",
  },
  running: {
    title: "Laufend",
    what: "die Abonnements",
    empty: "Keine Abonnements",
    getName: "Einen Namen bekommen",
    emptyHint:
      "Was Apps regelmäßig von Ihnen einziehen, steht hier und kann gekündigt werden. Ein Name zum Beispiel ist ein Abonnement.",
  },
};
