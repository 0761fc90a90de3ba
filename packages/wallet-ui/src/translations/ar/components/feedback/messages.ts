import type { messages as english } from "../../../../components/feedback/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  dialog: {
    cancel: "إلغاء",
  },
  effect: {
    none: "لم يُنقل أي مال.",
    unknown: "لا يُعرف بعد هل نُقل مال.",
  },
  advice: {
    unreachable: "تحقق من أن العقدة تعمل ومن أنك متصل بالشبكة.",
    unauthorized:
      "سجّل الخروج ثم الدخول من جديد. إن استمر الأمر فموفّر الهوية وهذه العقدة غير معدَّين للرموز نفسها: أخبر المشغّل.",
    forbidden: "اطلب من المشغّل الصلاحية الناقصة.",
    tooMany: "انتظر لحظة وحاول من جديد.",
  },
  error: {
    trace: ({ code }) => rich`التتبّع ${code}`,
    retry: "حاول من جديد",
  },
  query: {
    failed: ({ what }) => `تعذّرت القراءة: ${what}.`,
    stale: ({ what, time }) => rich`تعذّرت القراءة الآن: ${what}. هذا كما كان ${time}.`,
  },
  toast: {
    close: "إغلاق",
  },
};
