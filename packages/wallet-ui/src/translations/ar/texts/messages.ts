import type { messages as english } from "../../../texts/messages.js";

export const messages: typeof english = {
  memo: {
    tooLong: ({ found, atMost }) => `عدد الأحرف ${found}، والمتوقع ${atMost} على الأكثر.`,
    broken: "في الوصف حرف تالف. أدخله من جديد.",
  },
  redirect: {
    notHttp: "عنوان العودة ليس عنوان http أو https.",
    notEncrypted: ({ host }) => `عنوان العودة ${host} غير مشفَّر.`,
  },
};
