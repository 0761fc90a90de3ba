import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/traffic/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  span: {
    hours: ({ count }) =>
      plural("de", count, { one: `${count} Stunde`, other: `${count} Stunden` }),
    days: ({ count }) => plural("de", count, { one: `${count} Tag`, other: `${count} Tage` }),
  },
  form: {
    cost: ({ amount }) => rich`Etwa ${amount} zum Preis dieser Runde.`,
    submit: "Prüfen",
    failed: "Die Anforderung wurde abgelehnt.",
    title: "Traffic kaufen",
    what: "der Preis von Traffic",
  },
  validator: {
    label: "Validator",
    own: "Der Validator dieses Knotens",
    hint: "Wessen Participant den Traffic verwenden darf.",
    missing: "Geben Sie die Partei eines Validators ein.",
  },
  bytes: {
    label: "Bytes",
    price: ({ price }) => `${price} USD für eine Million Bytes.`,
    malformed: "Eine ganze Zahl von Bytes erwartet.",
    tooFew: ({ count }) =>
      plural("de", count, {
        one: `Mindestens ${count} Byte wird auf einmal gekauft.`,
        other: `Mindestens ${count} Bytes werden auf einmal gekauft.`,
      }),
    count: ({ count, shown }) =>
      plural("de", count, { one: `${shown} Byte`, other: `${shown} Bytes` }),
  },
  life: {
    label: "Aufgeben nach",
    hint: "Die Wallet zahlt, sobald sie die Coins hat.",
  },
  review: {
    confirm: ({ bytes }) => `${bytes} kaufen`,
    validator: "Für",
    bytes: "Traffic",
    cost: "Kostet etwa",
    shortOfFunds: "Sie haben jetzt weniger als das. Die Wallet zahlt, sobald sie genug hat.",
    afterwards: "Danach verfügbar",
    life: "Gibt auf nach",
    price: "Preis",
    priceHint: "Der der Runde, in der die Wallet zahlt. Er wird nicht zurückgezahlt.",
  },
  outcome: {
    what: "die Anforderung",
    bought: "Gekauft",
    waiting: "Wartet darauf, dass die Wallet zahlt",
    notBought: "Nicht gekauft",
  },
  own: {
    title: "Traffic dieses Knotens",
    what: "der Traffic",
    used: "Verbraucht",
    limit: "Darf verbraucht werden",
    bought: "Bisher gekauft",
  },
  page: {
    title: "Traffic",
  },
  requests: {
    title: "Anforderungen",
    what: "die Anforderungen",
    empty: "Keine Anforderung wartet",
    emptyHint:
      "Eine Anforderung wartet hier, bis die Wallet sie bezahlt hat oder aufgibt und sagt, warum.",
  },
};
