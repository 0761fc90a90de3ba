import type { messages as english } from "../../../../pages/subscriptions/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  fact: {
    costs: "التكلفة",
    every: ({ amount, interval }) => rich`${amount} كل ${interval}`,
    receiver: "يُدفع إلى",
    provider: "عبر",
    next: "الدفعة التالية",
  },
  due: {
    overdue: ({ time }) => rich`كان مستحقًا ${time}: يحق للتطبيق إنهاء الاشتراك.`,
    overdueWaiting: ({ time, reason, next }) =>
      rich`كان مستحقًا ${time}: يحق للتطبيق إنهاء الاشتراك. ${reason}. ${next}`,
    next: ({ left, before }) => rich`${left}، يمكن دفعه قبل ${before} من ذلك`,
    nextWaiting: ({ left, before, reason, next }) =>
      rich`${left}، يمكن دفعه قبل ${before} من ذلك. ${reason}. ${next}`,
    collecting: "يحصّل التطبيق دفعة الآن؛ تستطيع الإلغاء بعدها.",
  },
  state: {
    paying: "الدفع جارٍ",
    failed: "فشل الدفع",
    active: "نشط",
    yours: "ينتظرك",
  },
  pay: {
    submit: "دفع",
    submitNamed: ({ title }) => `الدفع مقابل ${title}`,
    done: "تم الدفع.",
    failed: "رُفض الدفع.",
  },
  cancel: {
    submit: "إلغاء الاشتراك",
    submitNamed: ({ title }) => `إلغاء الاشتراك ${title}`,
    question: "هل تلغي الاشتراك؟",
    effect: ({ text }) => rich`لا يُدفع بعد الآن شيء عن ${text}. ما دُفع من قبل لا يُرد.`,
    done: "أُلغي الاشتراك.",
    failed: "تعذّر إلغاء الاشتراك.",
  },
  requests: {
    review: "مراجعة",
    title: "المطلوبة",
    what: "الاشتراكات المطلوبة",
    empty: "لا يطلب أي تطبيق اشتراكًا",
    emptyHint: "يظهر هنا أي اشتراك يعرضه عليك تطبيق.",
  },
  page: {
    title: "الاشتراكات",
  },
  running: {
    title: "الجارية",
    what: "الاشتراكات",
    empty: "لا اشتراكات",
    getName: "الحصول على اسم",
    emptyHint: "يُدرج هنا ما تحصّله التطبيقات منك بانتظام، ويمكن إلغاؤه. الاسم، مثلًا، اشتراك.",
  },
};
