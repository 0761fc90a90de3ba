import type { messages as english } from "../../../../components/forms/messages.js";

export const messages: typeof english = {
  filters: {
    clear: "Filter löschen",
    more: "Filtern",
  },
  language: {
    label: "Sprache",
    hint: "Die Seite wird in dieser Sprache neu geladen.",
  },
};
