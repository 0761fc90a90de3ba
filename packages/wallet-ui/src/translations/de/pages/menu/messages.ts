import type { messages as english } from "../../../../pages/menu/messages.js";

export const messages: typeof english = {
  page: {
    title: "Alle Seiten",
    groups: {
      money: "Geld",
      own: "Was Sie haben",
      settings: "Einstellungen",
      console: "Konsole",
      ledger: "Ledger",
    },
  },
  keys: {
    title: "Tasten",
    menu: "Diese Seite",
    search: "Suche, wo es eine gibt",
    palette: "Suche nach Seiten, Kontakten, Aktionen und IDs",
    control: "Strg K",
  },
};
