import type { messages as english } from "../../../../components/lists/messages-delegations.js";
import { plural } from "../../../../messages/plural.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  proposal: {
    notHosted:
      "Dieser Knoten bedient den Begünstigten nicht: Er hat seine Einrichtung hier nicht angenommen, also könnte nichts für ihn geprägt werden. Eine Partei mit einem Schlüssel in einem Browser wird dort unter Parteien und Schlüssel eingerichtet.",
  },
  accept: {
    effect:
      "Ihre Wallet prägt Belohnungen für den Begünstigten und legt seine Coins zusammen, bis zum Ende.",
    externalEffect:
      "Ihre Partei unterschreibt außerhalb dieses Knotens, der deshalb nichts von selbst prägt: Sie prägen bis zum Ende Belohnungen für den Begünstigten mit eigener Software.",
    replaces: ({ oldCount, newCount, oldTime, newTime }) =>
      rich`Sie ersetzt die aktive: Statt ab ${plural("de", oldCount, {
        one: `${oldCount} Coin`,
        other: `${oldCount} Coins`,
      })} wird ab ${newCount} zusammengelegt; sie hat ${newTime} statt ${oldTime}.`,
    submit: "Annehmen",
    replace: "Ersetzen",
    question: "Die Delegation annehmen?",
    replaceQuestion: "Die Delegation ersetzen?",
    done: "Die Delegation ist aktiv.",
    failed: "Die Delegation konnte nicht angenommen werden.",
  },
  reject: {
    submit: "Ablehnen",
    question: "Den Vorschlag ablehnen?",
    effect: "Der Begünstigte kann ihn erneut machen.",
    done: "Der Vorschlag ist abgelehnt.",
    failed: "Der Vorschlag konnte nicht abgelehnt werden.",
  },
};
