import type { messages as english } from "../../../../components/custody/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  dialog: {
    what: "Was Sie unterschreiben",
    moved: "Was den Eigentümer wechselt",
    locks: "Was gesperrt oder frei wird",
    nowLocked: "Gesperrt:",
    whole: "Alles, was unterschrieben wird",
    decline: "Nicht unterschreiben",
    unlock: "Die Schlüssel entsperren",
    locked: "Entsperren Sie zuerst die Schlüssel.",
    sign: "Unterschreiben",
    changed:
      "Es wurde neu vorbereitet und ist nicht mehr, was Sie gelesen haben. Lesen Sie es erneut.",
    close: "Schließen",
    impossible: "Nichts kann unterschrieben werden",
    title: "Mit Ihrem Schlüssel unterschreiben",
    each: "Jedes, das Sie unterschreiben",
    several: ({ count }) => `${count} mit Ihrem Schlüssel unterschreiben`,
    signAll: ({ count }) => `${count} unterschreiben`,
    reading: "Warten Sie, bis alles gelesen ist.",
    party: ({ party }) => rich`Als ${party}`,
  },
  doubts: {
    title: "Zweifel",
    summary: "Worte sagen nicht alles davon.",
    warning: ({ strong }) =>
      rich`${strong} Unterschreiben Sie es nur, wenn Sie wissen, was es ist.`,
    accept: "Ich habe dies gelesen und will trotzdem unterschreiben",
    missing: "Lesen Sie zuerst die Zweifel und nehmen Sie sie hin.",
  },
  outcome: {
    declined: "Sie haben es nicht unterschrieben. Nichts wurde gesendet.",
    failed: ({ error }) => `${error} Nichts wurde unterschrieben.`,
    noKey:
      "Der Schlüssel dieser Partei ist nicht in diesem Browser. Stellen Sie ihn auf der Seite Parteien und Schlüssel aus seiner Sicherung wieder her. Nichts wurde unterschrieben.",
    already: "Es ist bereits wirksam. Nichts wurde unterschrieben.",
  },
};
