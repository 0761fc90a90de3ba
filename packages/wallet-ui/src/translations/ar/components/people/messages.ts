import type { messages as english } from "../../../../components/people/messages.js";

export const messages: typeof english = {
  chip: {
    you: "أنت",
    named: ({ name, party }) => `${name} ${party}`,
    copy: ({ name, party, isCopied }) =>
      isCopied ? `${name}، نُسخ` : `${name}، نسخ معرّف الطرف ${party}`,
    copied: "نُسخ",
  },
  picker: {
    placeholder: "name::1220…",
    placeholderOrName: "name::1220… أو اسم",
    known: "أطراف معروفة",
  },
};
