import type { messages as english } from "../../../../pages/home/messages-chart.js";

export const messages: typeof english = {
  short: {
    day: "يوم",
    week: "7 أيام",
    month: "30 يومًا",
    all: "الكل",
  },
  span: {
    day: "يوم واحد",
    week: "7 أيام",
    month: "30 يومًا",
    all: "كل الوقت",
  },
  chart: {
    title: "الرصيد عبر الزمن",
    time: "المدة",
    what: "الرصيد عبر الزمن",
    label: ({ span }) => `الرصيد عبر الزمن: ${span}`,
    point: ({ time, amount, coin }) => `${time}: ${amount} ${coin}`,
    empty: "يبدأ المنحنى مع أولى العملات.",
  },
};
