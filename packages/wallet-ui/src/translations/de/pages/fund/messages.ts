import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/fund/messages.js";

export const messages: typeof english = {
  span: {
    days: ({ count }) => plural("de", count, { one: `${count} Tag`, other: `${count} Tage` }),
  },
  give: {
    done: "Der Coupon ist vergeben.",
    question: "Dies aus dem Fonds vergeben?",
    title: "Aus dem Fonds vergeben",
    missing: "Füllen Sie zuerst alle Felder aus.",
    submit: "Vergeben",
    beneficiary: "Begünstigter",
    amount: "Betrag",
    term: "Läuft ab in",
    failed: "Der Coupon wurde nicht vergeben.",
    notManager: "Nur der Verwalter des Fonds kann daraus vergeben.",
  },
  coupon: {
    reason: "Grund",
    beneficiary: "Für",
    expires: "Läuft ab",
    state: "Status",
    states: {
      claimed: "eingelöst",
      expired: "abgelaufen",
      rejected: "abgelehnt",
      withdrawn: "zurückgezogen",
    },
  },
  withdraw: {
    submit: "Zurückziehen",
    question: "Den Coupon zurückziehen?",
    effect: "Er geht an den Fonds zurück.",
    reasonHint: "Erforderlich; der Begünstigte sieht ihn.",
    done: "Der Coupon ist wieder im Fonds.",
    failed: "Der Coupon konnte nicht zurückgezogen werden.",
  },
  ended: {
    title: "Beendet",
    what: "die beendeten Coupons",
    empty: "Noch ist kein Coupon beendet",
    emptyHint: "Ein Coupon endet, wenn er eingelöst, zurückgezogen oder abgelaufen ist.",
  },
  active: {
    title: "Aktive Coupons",
    what: "die Coupons",
    empty: "Keine Coupons",
    emptyHint: "Was der Entwicklungsfonds Ihnen gibt, steht hier, bis Ihre Wallet es prägt.",
  },
  page: {
    title: "Entwicklungsfonds",
  },
  unclaimed: {
    title: "Nicht eingelöst",
    what: "der Fonds",
  },
};
