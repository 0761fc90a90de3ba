import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/delegations/messages.js";

export const messages: typeof english = {
  fact: {
    mergeFrom: "Zusammenlegen ab",
    coins: ({ count }) => plural("de", count, { one: `${count} Coin`, other: `${count} Coins` }),
    ends: "Endet",
  },
  delegation: {
    notHosted: "Nicht bedient",
  },
  proposal: {
    replaces: "Er würde die Delegation ersetzen, die für diese Partei aktiv ist.",
  },
  active: {
    title: "Aktiv",
    what: "die Delegationen",
    empty: "Keine Delegationen",
    emptyHint: "Ihre Wallet prägt für niemand anderen.",
  },
  withdraw: {
    submit: "Zurückziehen",
    question: "Die Delegation zurückziehen?",
    effect: "Ihre Wallet prägt nichts mehr für den Begünstigten und legt nichts mehr zusammen.",
    done: "Die Delegation ist zurückgezogen.",
    failed: "Die Delegation konnte nicht zurückgezogen werden.",
  },
  page: {
    title: "Delegationen",
  },
  proposals: {
    title: "Vorgeschlagen",
    what: "die Vorschläge",
    empty: "Keine Vorschläge",
    emptyHint:
      "Parteien, deren Schlüssel anderswo sind, können Ihre Wallet bitten, ihre Belohnungen zu prägen und ihre Coins zusammenzulegen. Ihre Vorschläge warten hier.",
  },
};
