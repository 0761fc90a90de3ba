import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/home/messages-since.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  since: {
    nothing: ({ time }) => rich`Unverändert, seit Sie zuletzt hier waren, ${time}.`,
    changed: ({ time, count, change }) =>
      rich`${change} in ${plural("de", count, {
        one: "einer Transaktion",
        other: `${count} Transaktionen`,
      })}, seit Sie zuletzt hier waren, ${time}.`,
    many: ({ time, count }) =>
      rich`Mehr als ${count} Transaktionen, seit Sie zuletzt hier waren, ${time}.`,
    show: "Zeigen",
  },
};
