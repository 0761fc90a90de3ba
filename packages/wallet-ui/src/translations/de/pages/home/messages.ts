import type { messages as english } from "../../../../pages/home/messages.js";

export const messages: typeof english = {
  balance: {
    worth: ({ dollars, perCoin, coin, round }) =>
      `${dollars} zu ${perCoin} USD je ${coin}, dem Preis der Runde ${round}`,
    title: "Guthaben",
    what: "das Guthaben",
    available: "Verfügbar",
    locked: "Gesperrt",
    coming: "Kommt, wenn angenommen",
    going: "Geht, wenn angenommen",
  },
  page: {
    title: "Start",
    request: "Anfordern",
    send: "Senden",
  },
  inbox: {
    title: "Eingang",
    titleCount: ({ count }) => `Eingang (${count})`,
    all: "Alles zeigen",
    what: "der Eingang",
    empty: "Nichts wartet",
    emptyHint:
      "Überweisungen, die Sie erhalten oder senden, und Zahlungsanforderungen warten hier.",
  },
  recent: {
    title: "Letzte Transaktionen",
    what: "der Verlauf",
    empty: "Noch keine Transaktionen",
    emptyHint: "Was Sie senden und erhalten, steht hier.",
  },
  tap: {
    done: ({ coin }) => `Der Tap hat Ihnen ${coin} gegeben.`,
    title: "Tap",
    quick: ({ usd }) => `+${usd} USD`,
    amount: ({ coin }) => `Wert an ${coin}`,
    missing: "Geben Sie zuerst einen Betrag ein.",
    failed: "Der Tap ist fehlgeschlagen.",
  },
};
