import type { messages as english } from "../../../../components/money/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  amount: {
    max: "Max.",
    offered: ({ amount }) => `${amount} angeboten`,
    token: ({ instrument, admin }) => rich`${instrument} von ${admin}`,
    worth: ({ coin }) => `in ${coin}`,
  },
};
