import type { messages as english } from "../../../parties/messages.js";

export const messages: typeof english = {
  party: {
    missing: "Geben Sie eine Partei-ID ein.",
    wrongCharacter: ({ character }) =>
      `„${character}“ gehört zu keiner Partei-ID. Kopieren Sie die ID als Ganzes.`,
    noFingerprint: "Erwartet wird die Form name::fingerabdruck, „::“ fehlt.",
    malformed: "Erwartet wird die Form name::fingerabdruck mit höchstens 255 Zeichen.",
  },
};
