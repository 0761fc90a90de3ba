import type { messages as english } from "../../../money/messages.js";

export const messages: typeof english = {
  amount: {
    missing: "Geben Sie einen Betrag ein.",
    noDigits: "Geben Sie die Ziffern des Betrags ein.",
    tooLong: ({ maxCharacters }) => `Geben Sie höchstens ${maxCharacters} Zeichen ein.`,
    wrongCharacter: ({ character }) =>
      `„${character}“ gehört zu keiner Zahl. Geben Sie nur Ziffern ein.`,
    mixedDigits: "Geben Sie alle Ziffern in derselben Schrift ein.",
    ambiguous: ({ separator, decimal }) =>
      `„${separator}“ könnte hier Tausender oder Dezimalstellen abtrennen. Lassen Sie es weg, oder schreiben Sie Dezimalstellen mit „${decimal}“ und nicht genau drei Ziffern danach.`,
    wrongGroups: ({ group, decimal }) =>
      `„${group}“ trennt hier Gruppen von Ziffern, und diese Gruppen sind unvollständig. Schreiben Sie Dezimalstellen mit „${decimal}“.`,
    manyDecimals: ({ decimal }) => `Geben Sie „${decimal}“ höchstens einmal ein.`,
    decimals: ({ found, atMost }) =>
      `${found} Dezimalstellen gefunden, höchstens ${atMost} erwartet.`,
    digits: ({ found, atMost }) =>
      `${found} Ziffern vor den Dezimalstellen gefunden, höchstens ${atMost} erwartet.`,
    notPositive: "Geben Sie einen Betrag über null ein.",
    unavailable: ({ available }) => `Nur ${available} sind verfügbar.`,
  },
  spoken: {
    unchanged: ({ amount }) => `keine Änderung, ${amount}`,
    received: ({ amount }) => `${amount} erhalten`,
    sent: ({ amount }) => `${amount} gesendet`,
  },
};
