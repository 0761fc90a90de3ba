import type { messages as english } from "../../../parties/messages-contacts.js";

export const messages: typeof english = {
  contact: {
    object: "كائن",
    fields: "party وlabel وnote",
    party: "الصيغة name::fingerprint",
    label: ({ maxLabel }) => `من 1 إلى ${maxLabel} حرفًا`,
    note: ({ maxNote }) => `${maxNote} حرفًا على الأكثر`,
  },
  book: {
    most: ({ contacts }) => `${contacts} جهة اتصال على الأكثر`,
  },
  file: {
    length: ({ maxFileCharacters }) => `${maxFileCharacters} حرفًا على الأكثر`,
    object: "كائن JSON",
    list: "قائمة",
    most: ({ contacts }) => `${contacts} على الأكثر`,
    once: "كل طرف مرة واحدة",
  },
};
