import type { messages as english } from "../../../parties/messages-contacts.js";

export const messages: typeof english = {
  contact: {
    object: "ein Objekt",
    fields: "party, label und note",
    party: "die Form name::fingerabdruck",
    label: ({ maxLabel }) => `1 bis ${maxLabel} Zeichen`,
    note: ({ maxNote }) => `höchstens ${maxNote} Zeichen`,
  },
  book: {
    most: ({ contacts }) => `höchstens ${contacts} Kontakte`,
  },
  file: {
    length: ({ maxFileCharacters }) => `höchstens ${maxFileCharacters} Zeichen`,
    object: "ein JSON-Objekt",
    list: "eine Liste",
    most: ({ contacts }) => `höchstens ${contacts}`,
    once: "jede Partei einmal",
  },
};
