import type { messages as english } from "../../../data/messages.js";
import { plural } from "../../../messages/plural.js";

export const messages: typeof english = {
  node: {
    answered: ({ status }) => `Der Knoten antwortete mit ${status}.`,
    unreachable: "Der Knoten ist nicht erreichbar.",
    sendingBlocked: "Der Knoten ist nicht erreichbar; jetzt kann nichts gesendet werden.",
  },
  keys: {
    minutes: ({ minutes }) =>
      plural("de", minutes, { one: `${minutes} Minute`, other: `${minutes} Minuten` }),
  },
  signing: {
    executed:
      "Es wurde ausgeführt, und der Knoten sagt nicht, mit welchem Ergebnis. Sehen Sie in den Verlauf.",
    left: "Sie haben die Seite verlassen. Nichts wurde unterschrieben.",
  },
};
