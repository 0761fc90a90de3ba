import type { messages as english } from "../../../../components/charts/messages.js";

export const messages: typeof english = {
  chart: {
    table: "عرض في جدول",
  },
};
