import type { messages as english } from "../../../../pages/request/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  validity: {
    none: "Ohne Ende",
    hour: "1 Stunde",
    day: "1 Tag",
    days7: "7 Tage",
    days30: "30 Tage",
    label: "Der Link gilt für",
  },
  link: {
    code: "Code des Zahlungslinks",
    toCopy: "Zahlungslink",
    title: "Link und Code",
    what: "das Netz",
    formWrong: "Berichtigen Sie zuerst, was im Formular markiert ist.",
    note: "Wer ihn in einer Wallet dieses Netzes öffnet, sieht alles ausgefüllt und entscheidet. Der Link enthält Ihre Partei-ID und nichts Geheimes.",
  },
  form: {
    to: ({ party }) => rich`An ${party}`,
    amount: "Betrag (leer: der Zahler wählt)",
    memo: "Beschreibung (optional)",
    memoHint: ({ memo, maxMemoCharacters }) => `${memo} von ${maxMemoCharacters} Zeichen.`,
    title: "Was Sie anfordern",
  },
  page: {
    title: "Anfordern",
  },
};
