import type { messages as english } from "../../../../components/flow/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  outcome: {
    checking: "Es kam keine Antwort; es wird geprüft, was daraus wurde.",
  },
  question: {
    lost: ({ question, sentence }) =>
      `„${question}“ kann nicht mehr beantwortet werden: Worum es ging, ist vorbei. Sie haben nichts getan. ${sentence}`,
  },
  end: {
    accepted: "Es wurde angenommen.",
    rejected: "Es wurde abgelehnt.",
    cancelled: "Es wurde abgebrochen.",
    withdrawn: "Es wurde zurückgezogen.",
    expired: "Es ist abgelaufen.",
  },
  review: {
    back: "Zurück",
  },
  effects: {
    title: "Was es bewirken würde",
    change: ({ amount }) => rich`Ihr Guthaben: ${amount}`,
    locked: ({ amount }) => rich`Gesperrt: ${amount}`,
    none: "Ihr Guthaben bleibt, wie es ist.",
    rejected: ({ cause }) => rich`Das Ledger würde es ablehnen: ${cause}`,
  },
  steps: {
    done: "(erledigt)",
  },
};
