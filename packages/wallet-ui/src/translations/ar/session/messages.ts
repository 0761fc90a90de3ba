import type { messages as english } from "../../../session/messages.js";

export const messages: typeof english = {
  contacts: {
    damaged: ({ field, expected, found }) =>
      `ما حفظه هذا المتصفح ليس دفتر عناوين: المتوقع في ${field} ${expected}، والموجود ${found}.`,
  },
  user: {
    missing: "أدخل اسم مستخدم.",
    tooLong: ({ count }) => `عدد الأحرف ${count}، والمتوقع 128 على الأكثر.`,
    wrongCharacter: ({ bad }) => `لا يمكن أن يحتوي اسم المستخدم على «${bad}».`,
  },
  login: {
    ended: "انتهى تسجيل الدخول. سجّل الدخول من جديد.",
  },
  network: {
    ledger: "الدفتر",
  },
};
