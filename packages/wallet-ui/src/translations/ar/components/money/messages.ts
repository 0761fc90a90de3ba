import type { messages as english } from "../../../../components/money/messages.js";

export const messages: typeof english = {
  amount: {
    max: "الأقصى",
    offered: ({ amount }) => `معروض ${amount}`,
    worth: ({ coin }) => `بعملة ${coin}`,
  },
};
