import type { messages as english } from "../../../links/messages.js";
import { listOf } from "../../../messages/list.js";

export const messages: typeof english = {
  expected: {
    amount: "عدد عشري أكبر من الصفر مثل 12.5",
    time: "وقت مثل 2026-01-31T12:00:00.000Z",
    party: "معرّف طرف بالصيغة name::fingerprint",
    network: ({ maxNetworkLength }) => `من 1 إلى ${maxNetworkLength} حرفًا`,
    memo: "من 1 إلى 279 حرفًا",
    milliseconds: "ميلي ثوانٍ منذ 1970، قبل سنة 10000",
    field: ({ fields }) => `أحد ${listOf("ar", fields)}`,
    once: "كل حقل مرة واحدة",
  },
  link: {
    tooLong: ({ found, atMost }) => `عدد أحرف الرابط ${found}، والمتوقع ${atMost} على الأكثر.`,
    none: "ليس هذا رابط دفع لهذه المحفظة.",
    broken: ({ field, found, expected }) =>
      `الرابط معطوب: ${field} هو «${found}»، والمتوقع ${expected}.`,
    damaged: "تلف الرابط أو عُدّل بعد إنشائه. اطلب رابطًا جديدًا.",
    expired: ({ at }) => `انتهت مدة الرابط في ${at}. اطلب رابطًا جديدًا.`,
    otherNetwork: ({ found, expected }) => `الرابط للشبكة ${found}، وهذه المحفظة على ${expected}.`,
  },
};
