import type { messages as english } from "../../../../pages/home/messages.js";

export const messages: typeof english = {
  balance: {
    worth: ({ dollars, perCoin, coin, round }) =>
      `${dollars} بسعر ${perCoin} USD لكل ${coin}، وهو سعر الجولة ${round}`,
    title: "الرصيد",
    what: "الرصيد",
    available: "المتاح",
    locked: "المقفل",
    coming: "القادم عند القبول",
    going: "الخارج عند القبول",
  },
  page: {
    title: "الرئيسية",
    request: "طلب",
    send: "إرسال",
  },
  inbox: {
    title: "الوارد",
    titleCount: ({ count }) => `الوارد (${count})`,
    all: "عرض الكل",
    what: "الوارد",
    empty: "لا شيء ينتظر",
    emptyHint: "تنتظر هنا التحويلات التي تستلمها أو ترسلها، وطلبات الدفع.",
  },
  recent: {
    title: "آخر المعاملات",
    what: "السجل",
    empty: "لا معاملات بعد",
    emptyHint: "يُدرج هنا ما ترسله وما تستلمه.",
  },
  tap: {
    done: ({ coin }) => `أعطاك الصنبور ${coin}.`,
    title: "الصنبور",
    quick: ({ usd }) => `+${usd} USD`,
    amount: ({ coin }) => `القيمة بعملة ${coin}`,
    missing: "أدخل مبلغًا أولًا.",
    failed: "فشل الصنبور.",
  },
};
