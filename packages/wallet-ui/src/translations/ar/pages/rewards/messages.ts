import type { messages as english } from "../../../../pages/rewards/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  table: {
    round: "الجولة",
    kind: "عن",
    activity: "النشاط",
    state: "الحالة",
    opens: "تُفتح",
    ends: "تنتهي",
  },
  coupons: {
    title: "القسائم",
    what: "القسائم",
    empty: "لا قسائم الآن",
    history: "السجل",
    emptyHint: ({ link }) =>
      rich`النشاط في جولة ينشئ قسائم. تحصّلها المحفظة من تلقاء نفسها عندما تُصرف جولتها؛ ويعرض ${link} ما أعطته.`,
    table: "القسائم بحسب الجولة",
    note: ({ link }) =>
      rich`تحصّلها المحفظة من تلقاء نفسها عندما تُصرف جولتها. ويعرض ${link} ما أعطته.`,
  },
  round: {
    issuing: "تُصرف",
    opensSoon: "تُفتح قريبًا",
    open: "مفتوحة",
  },
  page: {
    title: "المكافآت",
  },
  rounds: {
    title: "الجولات",
    what: "الجولات",
    empty: "لا جولة مفتوحة",
    emptyHint: "تفتح الشبكة الجولة التالية من تلقاء نفسها.",
  },
  kind: {
    app: "نشاط تطبيق",
    validator: "نشاط مصادق",
    faucet: "صنبور المصادقين",
    liveness: "توافر المصادق",
    superValidator: "مصادق فائق",
  },
};
