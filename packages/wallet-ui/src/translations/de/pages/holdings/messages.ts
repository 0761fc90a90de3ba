import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/holdings/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  map: {
    label: ({ count }) =>
      plural("de", count, {
        one: `${count} Coin, nach Größe gezeichnet. Die Tabelle darunter führt ihn auf.`,
        other: `${count} Coins, nach Größe gezeichnet. Die Tabelle darunter führt sie auf.`,
      }),
  },
  sum: {
    available: "Verfügbar",
    locked: "Gesperrt",
    total: "Gesamt",
    title: "Summe",
  },
  table: {
    amount: "Betrag",
    state: "Status",
    lockHolder: "Inhaber der Sperre",
    created: "Erzeugt",
    round: ({ createdRound }) => `Runde ${createdRound}`,
    expiry: "Durch Gebühren aufgebraucht",
    never: "nie",
    expired: ({ end }) => `seit Runde ${end}`,
    expiresIn: ({ end }) => `in Runde ${end}`,
    contract: "Vertrag",
    contractId: "Vertrags-ID",
  },
  advice: {
    merging: ({ free, manyCoins }) =>
      `${free} Coins machen Überweisungen größer und teurer. Die Wallet legt sie einmal je Runde zusammen; mehr als ${manyCoins} sofort.`,
    mergingOff: ({ free }) =>
      `${free} Coins machen Überweisungen größer und teurer. Das automatische Zusammenlegen ist aus: Legen Sie sie hier zusammen, oder schalten Sie es in den Einstellungen ein.`,
    external: ({ free }) =>
      `${free} Coins machen Überweisungen größer und teurer. Für eine Partei, die außerhalb dieses Knotens unterschreibt, legt die Wallet nichts von selbst zusammen: Tun Sie es hier.`,
    paused: ({ free }) =>
      `${free} Coins machen Überweisungen größer und teurer. Der Betreiber hat die Automationen angehalten, sodass nichts von selbst zusammengelegt wird: Tun Sie es hier.`,
    dust: ({ count }) =>
      plural("de", count, {
        one: "Ein Coin ist so klein, dass die Haltegebühr ihn binnen eines Tages aufbraucht. Das Netz beendet solche Coins dann: Geben Sie ihn vorher aus, oder legen Sie ihn mit anderen zusammen.",
        other: `${count} Coins sind so klein, dass die Haltegebühr sie binnen eines Tages aufbraucht. Das Netz beendet solche Coins dann: Geben Sie sie vorher aus, oder legen Sie sie zusammen.`,
      }),
  },
  page: {
    title: "Bestände",
  },
  coins: {
    what: "die Coins",
    title: "Coins",
    empty: "Noch keine Coins",
    emptyHint: "Coins, die Sie erhalten, stehen hier, mit dem, was sie sperrt.",
    titleCount: ({ count }) => `Coins (${count})`,
  },
  merge: {
    done: "Die Coins sind zusammengelegt.",
    submit: "Coins zusammenlegen",
    question: "Coins zusammenlegen?",
    confirm: "Zusammenlegen",
    reading: "Es wird gelesen, was es bewirken würde.",
    effect: ({ inputs, amount, after, before }) =>
      rich`Aus ${inputs} Coins wird einer über ${amount}. Dann gibt es ${after} statt ${before}. Die Summe bleibt gleich.`,
    failed: "Die Coins wurden nicht zusammengelegt.",
  },
  lock: {
    transferTo: "Überweisung an",
    more: ({ rest }) => `und ${rest} weitere, siehe unten`,
  },
};
