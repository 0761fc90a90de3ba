import { catalogue } from "../messages/catalogue.js";
import { plural } from "../messages/plural.js";

/** The texts of asking the node. */
export const messages = catalogue({
  en: {
    nodeAnswered: ({ status }: { readonly status: number }) => `The node answered ${status}.`,
    nodeCannotBeReached: "The node cannot be reached.",
    minutes: ({ minutes }: { readonly minutes: number }) =>
      plural("en", minutes, { one: `${minutes} minute`, other: `${minutes} minutes` }),
    nothingCanBeSent: "The node cannot be reached; nothing can be sent now.",
    itWasExecuted:
      "It was executed, and the node does not say with what result. Look at the history.",
    youHaveLeftNothing: "You have left. Nothing was signed.",
  },
});
