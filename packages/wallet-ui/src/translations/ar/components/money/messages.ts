import type { messages as english } from "../../../../components/money/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  amount: {
    max: "الأقصى",
    offered: ({ amount }) => `معروض ${amount}`,
    token: ({ instrument, admin }) => rich`${instrument} من ${admin}`,
    worth: ({ coin }) => `بعملة ${coin}`,
  },
};
