import type { messages as english } from "../../../../components/money/messages.js";

export const messages: typeof english = {
  amount: {
    max: "Max.",
    offered: ({ amount }) => `${amount} angeboten`,
    worth: ({ coin }) => `in ${coin}`,
  },
};
