import type { messages as english } from "../../../parties/messages.js";

export const messages: typeof english = {
  party: {
    missing: "أدخل معرّف طرف.",
    wrongCharacter: ({ character }) => `«${character}» ليس جزءًا من معرّف طرف. انسخ المعرّف كاملًا.`,
    noFingerprint: "المتوقع الصيغة name::fingerprint، ولا يوجد «::».",
    malformed: "المتوقع الصيغة name::fingerprint بطول 255 حرفًا على الأكثر.",
  },
};
