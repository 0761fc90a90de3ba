import type { messages as english } from "../../../../components/base/messages.js";

export const messages: typeof english = {
  copy: {
    done: ({ what }) => `تم نسخ ${what}`,
    label: ({ what }) => `نسخ ${what}`,
  },
  skeleton: {
    label: "جارٍ التحميل",
  },
};
