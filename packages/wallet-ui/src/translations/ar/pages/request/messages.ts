import type { messages as english } from "../../../../pages/request/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  validity: {
    none: "بلا نهاية",
    hour: "ساعة واحدة",
    day: "يوم واحد",
    days7: "7 أيام",
    days30: "30 يومًا",
    label: "مدة صلاحية الرابط",
  },
  link: {
    code: "رمز رابط الدفع",
    toCopy: "رابط الدفع",
    title: "الرابط والرمز",
    what: "الشبكة",
    formWrong: "صحّح أولًا ما هو معلَّم في النموذج.",
    note: "من يفتحه في محفظة من هذه الشبكة يرى الحقول مملوءة ثم يقرر. في الرابط معرّف طرفك ولا شيء سري.",
  },
  form: {
    to: ({ party }) => rich`إلى ${party}`,
    amount: "المبلغ (إن تُرك فارغًا يختاره الدافع)",
    memo: "الوصف (اختياري)",
    memoHint: ({ memo, maxMemoCharacters }) => `${memo} من ${maxMemoCharacters} حرفًا.`,
    title: "ما تطلبه",
  },
  page: {
    title: "طلب",
  },
};
