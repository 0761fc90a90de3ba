import type { messages as english } from "../../../../pages/rewards/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  table: {
    round: "Runde",
    kind: "Für",
    activity: "Aktivität",
    state: "Status",
    opens: "Öffnet",
    ends: "Endet",
  },
  coupons: {
    title: "Coupons",
    what: "die Coupons",
    empty: "Zurzeit keine Coupons",
    history: "Verlauf",
    emptyHint: ({ link }) =>
      rich`Aktivität in einer Runde macht Coupons. Die Wallet zieht sie von selbst ein, wenn ihre Runde auszahlt; was sie ergaben, zeigt der ${link}.`,
    table: "Coupons nach Runde",
    note: ({ link }) =>
      rich`Die Wallet zieht sie von selbst ein, wenn ihre Runde auszahlt. Was sie ergaben, zeigt der ${link}.`,
  },
  round: {
    issuing: "Zahlt aus",
    opensSoon: "Öffnet bald",
    open: "Offen",
  },
  page: {
    title: "Belohnungen",
  },
  rounds: {
    title: "Runden",
    what: "die Runden",
    empty: "Keine Runde ist offen",
    emptyHint: "Das Netz öffnet die nächste von selbst.",
  },
  kind: {
    app: "App-Aktivität",
    validator: "Validator-Aktivität",
    faucet: "Validator-Faucet",
    liveness: "Validator-Verfügbarkeit",
    superValidator: "Super-Validator",
  },
};
