import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/inbox/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  show: {
    all: "الكل",
    you: "ينتظرك",
    received: "مستلَم",
    sent: "مرسَل",
    label: "أي البنود",
  },
  page: {
    title: "الوارد",
  },
  list: {
    title: "ما ينتظر",
    what: "الوارد",
    empty: "لا شيء ينتظر",
    request: "طلب مال",
    emptyHint: "تنتظر هنا التحويلات التي تستلمها أو ترسلها، وطلبات الدفع، حتى يقرر أحد.",
    noneOfKind: "لا شيء من هذا النوع ينتظر",
  },
  several: {
    all: ({ count }) => `اختيار الكل (${count})`,
    picked: ({ count }) => `المختار: ${count}`,
    choose: ({ title, party }) => `اختيار: ${title} ${party}`,
    accept: ({ count }) => `قبول ${count}`,
    question: ({ count }) =>
      plural("ar", count, {
        zero: "لا شيء لقبوله.",
        one: "هل تقبله؟",
        two: "هل تقبل الاثنين؟",
        few: `هل تقبل الـ${count} كلها؟`,
        many: `هل تقبل الـ${count} كلها؟`,
        other: `هل تقبل الـ${count} كلها؟`,
      }),
    receive: ({ amount }) => rich`تستلم ${amount}.`,
    pay: ({ count }) =>
      plural("ar", count, {
        zero: "لا توافق بها على أي دفع.",
        one: "توافق بواحد منها على الدفع.",
        two: "توافق باثنين منها على الدفع.",
        few: `توافق بـ${count} منها على الدفع.`,
        many: `توافق بـ${count} منها على الدفع.`,
        other: `توافق بـ${count} منها على الدفع.`,
      }),
    done: ({ count }) => `جرى قبول ${count}.`,
    partly: ({ accepted, count }) => `جرى قبول ${accepted} من ${count}.`,
    progress: ({ ended, count }) => `تقرّر ${ended} من ${count}`,
    outcome: "ما آل إليه كل منها",
    waits: "ينتظر",
    sending: "في الطريق",
    unknown: "يجري التحقق",
    accepted: "مقبول",
    over: "منتهٍ",
    failed: "لم يُقبل",
    close: "تم",
  },
  item: {
    traffic: ({ bytes }) =>
      plural("ar", bytes, {
        zero: "صفر بايت من حركة البيانات",
        one: "بايت واحد من حركة البيانات",
        two: "بايتان من حركة البيانات",
        few: `${bytes} بايتات من حركة البيانات`,
        many: `${bytes} بايتًا من حركة البيانات`,
        other: `${bytes} بايت من حركة البيانات`,
      }),
    amount: "المبلغ",
    memo: "الوصف",
    since: "منذ",
    until: "حتى",
    contract: "العقد",
    contractId: "معرّف العقد",
    next: ({ next }) => `التالي: ${next}`,
  },
  fate: {
    over: "منتهٍ",
    accepted: "مقبول",
    completed: "مكتمل",
    rejected: "مرفوض",
    cancelled: "ملغى",
    withdrawn: "مسحوب",
    expired: "منتهي المدة",
  },
  gone: {
    title: "انتهى الأمر",
    hint: "لم يعد ينتظر شيء بمعرّف العقد هذا.",
    fate: ({ fate }) => `النتيجة: ${fate}.`,
    why: ({ text }) => rich`السبب: ${text}. لم يُدفع شيء.`,
    history: "عرض السجل",
    inbox: "إلى الوارد",
    update: "التحديث",
    happened: "ما حدث موجود في السجل.",
  },
};
