import type { messages as english } from "../../../../components/forms/messages.js";

export const messages: typeof english = {
  filters: {
    clear: "مسح المرشحات",
    more: "ترشيح",
  },
  language: {
    label: "اللغة",
    hint: "يُعاد تحميل الصفحة بهذه اللغة.",
  },
};
