import type { messages as english } from "../../../../components/feedback/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  dialog: {
    cancel: "Abbrechen",
  },
  effect: {
    none: "Es wurde kein Geld bewegt.",
    unknown: "Es ist noch nicht bekannt, ob Geld bewegt wurde.",
  },
  advice: {
    unreachable: "Prüfen Sie, ob der Knoten läuft und ob Sie online sind.",
    unauthorized:
      "Melden Sie sich ab und wieder an. Bleibt es dabei, sind Identitätsanbieter und Knoten nicht für dieselben Tokens eingerichtet: Sagen Sie es dem Betreiber.",
    forbidden: "Bitten Sie den Betreiber um das fehlende Recht.",
    tooMany: "Warten Sie einen Moment und versuchen Sie es erneut.",
  },
  error: {
    trace: ({ code }) => rich`Trace ${code}`,
    retry: "Erneut versuchen",
  },
  query: {
    failed: ({ what }) => `Nicht lesbar: ${what}.`,
    stale: ({ what, time }) => rich`Derzeit nicht lesbar: ${what}. Dies ist der Stand von ${time}.`,
  },
  toast: {
    close: "Schließen",
  },
};
