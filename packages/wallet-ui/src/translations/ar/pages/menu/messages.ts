import type { messages as english } from "../../../../pages/menu/messages.js";

export const messages: typeof english = {
  page: {
    title: "كل الصفحات",
    groups: {
      money: "المال",
      own: "ما لديك",
      settings: "الإعدادات",
      console: "لوحة التحكم",
      ledger: "الدفتر",
    },
  },
  keys: {
    title: "المفاتيح",
    menu: "هذه الصفحة",
    search: "البحث، حيث يوجد",
    palette: "البحث عن صفحات وجهات اتصال وإجراءات ومعرّفات",
    control: "Ctrl K",
  },
};
