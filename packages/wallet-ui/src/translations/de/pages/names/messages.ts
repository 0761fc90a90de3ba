import type { messages as english } from "../../../../pages/names/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  name: {
    wrongCharacter: ({ character }) =>
      `Ein Name kann „${character}“ nicht enthalten: Verwenden Sie a bis z, 0 bis 9, _ und -.`,
    tooLong: ({ count, most }) => `${count} Zeichen gefunden, höchstens ${most} erwartet.`,
    searching: ({ name }) => `${name} wird gesucht…`,
    available: "Verfügbar",
    taken: "Vergeben",
    takenBy: ({ taken, party }) => rich`${taken} an ${party}`,
    missing: "Geben Sie zuerst einen Namen ein.",
    takenReason: "Der Name ist vergeben.",
    label: "Name",
    hint: ({ suffix }) => `Er endet mit ${suffix}`,
  },
  form: {
    title: "Einen Namen bekommen",
    submit: "Das Abonnement prüfen",
    url: "Webadresse",
    urlHint: "Optional; https://…, die alle neben dem Namen sehen können.",
    description: "Beschreibung",
    note: "Sie sehen den Preis, bevor Sie bestätigen. Andere finden Sie unter dem Namen, wenn sie senden.",
    failed: "Der Name konnte nicht angefordert werden.",
  },
  entry: {
    yours: "Ihrer",
    costs: "Kostet",
    every: ({ amount, interval }) => rich`${amount} je ${interval}`,
    paidUntil: "Bezahlt bis",
  },
  page: {
    title: "Namen",
  },
  list: {
    title: "Ihre Namen",
    what: "Ihre Namen",
    empty: "Noch keine Namen",
    emptyHint: ({ nameService }) =>
      `Ein Name des ${nameService} ist leichter zu lesen als eine Partei-ID.`,
  },
};
