import type { messages as english } from "../../../../pages/names/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  name: {
    wrongCharacter: ({ character }) =>
      `لا يمكن أن يحتوي الاسم على «${character}»: استخدم a إلى z و0 إلى 9 و_ و-.`,
    tooLong: ({ count, most }) => `عدد الأحرف ${count}، والمتوقع ${most} على الأكثر.`,
    searching: ({ name }) => `يجري البحث عن ${name}…`,
    available: "متاح",
    taken: "محجوز",
    takenBy: ({ taken, party }) => rich`${taken} لـ ${party}`,
    missing: "أدخل اسمًا أولًا.",
    takenReason: "الاسم محجوز.",
    label: "الاسم",
    hint: ({ suffix }) => `ينتهي بـ ${suffix}`,
  },
  form: {
    title: "الحصول على اسم",
    submit: "مراجعة الاشتراك",
    url: "عنوان ويب",
    urlHint: "اختياري؛ عنوان https://… يراه الجميع بجانب الاسم.",
    description: "الوصف",
    note: "ترى السعر قبل أن تؤكد. يجدك الآخرون بهذا الاسم عندما يرسلون.",
    failed: "تعذّر طلب الاسم.",
  },
  entry: {
    yours: "لك",
    costs: "التكلفة",
    every: ({ amount, interval }) => rich`${amount} كل ${interval}`,
    paidUntil: "مدفوع حتى",
  },
  page: {
    title: "الأسماء",
  },
  list: {
    title: "أسماؤك",
    what: "أسماؤك",
    empty: "لا أسماء بعد",
    emptyHint: ({ nameService }) => `قراءة اسم من ${nameService} أسهل من قراءة معرّف طرف.`,
  },
};
