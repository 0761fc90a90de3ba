import type { messages as english } from "../../../../pages/home/messages-chart.js";

export const messages: typeof english = {
  short: {
    day: "1 T",
    week: "7 T",
    month: "30 T",
    all: "Alle",
  },
  span: {
    day: "1 Tag",
    week: "7 Tage",
    month: "30 Tage",
    all: "Gesamte Zeit",
  },
  chart: {
    title: "Guthaben im Zeitverlauf",
    time: "Zeitraum",
    what: "das Guthaben im Zeitverlauf",
    label: ({ span }) => `Guthaben im Zeitverlauf: ${span}`,
    point: ({ time, amount, coin }) => `${time}: ${amount} ${coin}`,
    empty: "Die Kurve beginnt mit den ersten Coins.",
  },
};
