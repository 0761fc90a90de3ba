import type { messages as english } from "../../../history/messages.js";

export const messages: typeof english = {
  transfer: {
    made: "Überweisung",
    direct: "Direkte Überweisung",
    accepted: "Überweisung angenommen",
    rejected: "Überweisung abgelehnt",
    withdrawn: "Überweisung zurückgezogen",
    expired: "Überweisung abgelaufen",
  },
  allocation: {
    made: "Coins zugeteilt",
    settled: "Zuteilung abgewickelt",
    ended: "Zuteilung beendet",
  },
  p2p: {
    completed: "P2P-Zahlung abgeschlossen",
    failed: "P2P-Zahlung fehlgeschlagen",
    withdrawn: "P2P-Zahlung zurückgezogen",
  },
  offer: {
    accepted: "Überweisungsangebot angenommen",
    rejected: "Überweisungsangebot abgelehnt",
    withdrawn: "Überweisungsangebot zurückgezogen",
    expired: "Überweisungsangebot abgelaufen",
  },
  appPayment: {
    accepted: "App-Zahlung angenommen",
    rejected: "App-Zahlung abgelehnt",
    expired: "App-Zahlung abgelaufen",
    collected: "App-Zahlung eingezogen",
  },
  firstPayment: {
    accepted: "Erste Abonnementzahlung angenommen",
    collected: "Erste Abonnementzahlung eingezogen",
    rejected: "Erste Abonnementzahlung abgelehnt",
    expired: "Erste Abonnementzahlung abgelaufen",
  },
  subscription: {
    accepted: "Abonnementzahlung angenommen",
    ended: "Abonnement abgelaufen",
    collected: "Abonnementzahlung eingezogen",
    rejected: "Abonnementzahlung abgelehnt",
    expired: "Abonnementzahlung abgelaufen",
  },
  coin: {
    tap: "Tap",
    changed: "Guthaben geändert",
    mint: "Prägung",
    expired: ({ coin }) => `${coin} abgelaufen`,
  },
  lock: {
    unlocked: ({ coin }) => `Gesperrte ${coin} entsperrt`,
    ended: ({ coin }) => `Sperre von ${coin} durch den Eigentümer beendet`,
    expired: ({ coin }) => `Gesperrte ${coin} abgelaufen`,
  },
  traffic: {
    bought: "Kauf von zusätzlichem Traffic",
  },
  preapproval: {
    created: "Vorabgenehmigung für Überweisungen erzeugt",
    renewed: "Vorabgenehmigung für Überweisungen erneuert",
    cancelled: "Vorabgenehmigung für Überweisungen gekündigt",
  },
  reward: {
    collected: "SV-Belohnung eingezogen",
  },
  automation: {
    run: "Automation",
  },
  name: {
    firstPayment: ({ names }) => `${names}-Eintrag: erste Zahlung eingezogen`,
    renewal: ({ names }) => `${names}-Eintrag: Verlängerung eingezogen`,
  },
};
