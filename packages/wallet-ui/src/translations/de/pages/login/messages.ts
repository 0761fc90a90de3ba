import type { messages as english } from "../../../../pages/login/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  callback: {
    title: "Anmeldung läuft",
    back: "Zurück zur Anmeldung",
  },
  login: {
    failed: "Die Anmeldung ist nicht gelungen.",
    title: "Anmelden",
    none: ({ setting }) =>
      rich`Dieser Knoten hat keine Anmeldung für Browser. Sein Betreiber kann eine einrichten: ${setting} nennt den Identitätsanbieter.`,
  },
  user: {
    label: "Benutzername",
    hint: "Jeder Name geht: Ein Benutzer wird angelegt, wenn Sie seine Wallet öffnen.",
  },
  known: {
    title: "Oder weiter als",
  },
  users: {
    what: "die Benutzer",
    label: "Benutzer",
    missing: "Wählen Sie zuerst einen Benutzer.",
    hint: "Dieser Knoten verlangt keine Anmeldung.",
    submit: "Weiter",
  },
  provider: {
    note: ({ host }) => `Sie melden sich bei ${host} an und kommen hierher zurück.`,
    unreachable: "Der Anbieter der Anmeldung ist nicht erreichbar.",
  },
  end: {
    notRenewed:
      "Ihre Anmeldung ist beendet. Melden Sie sich erneut an: Was gerade gesendet wurde, geht dann weiter.",
    elsewhere: "Sie haben sich in einem anderen Tab dieses Browsers abgemeldet.",
  },
  welcome: {
    title: "Willkommen",
    card: ({ user }) => `Eine Wallet für ${user} öffnen`,
    note: ({ user, coin }) =>
      `Der Benutzer ${user} hat noch keine Wallet auf diesem Knoten. Ihre Wallet ist eine Partei auf dem Ledger. Sie hält, sendet und empfängt ${coin}, und dieser Knoten unterschreibt für sie.`,
    failed: "Die Wallet konnte nicht geöffnet werden.",
    submit: "Meine Wallet öffnen",
  },
};
