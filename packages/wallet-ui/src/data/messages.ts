import { catalogue } from "../messages/catalogue.js";
import { plural } from "../messages/plural.js";

/** The texts of asking the node. */
export const messages = catalogue({
  en: {
    node: {
      answered: ({ status }: { readonly status: number }) => `The node answered ${status}.`,
      unreachable: "The node cannot be reached.",
      sendingBlocked: "The node cannot be reached; nothing can be sent now.",
    },
    keys: {
      minutes: ({ minutes }: { readonly minutes: number }) =>
        plural("en", minutes, { one: `${minutes} minute`, other: `${minutes} minutes` }),
    },
    signing: {
      executed: "It was executed, and the node does not say with what result. Look at the history.",
      left: "You have left. Nothing was signed.",
    },
  },
});
