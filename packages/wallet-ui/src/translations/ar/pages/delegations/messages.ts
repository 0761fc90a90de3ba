import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/delegations/messages.js";

export const messages: typeof english = {
  fact: {
    mergeFrom: "الدمج ابتداءً من",
    coins: ({ count }) =>
      plural("ar", count, {
        zero: "صفر عملة",
        one: "عملة واحدة",
        two: "عملتين",
        few: `${count} عملات`,
        many: `${count} عملة`,
        other: `${count} عملة`,
      }),
    ends: "ينتهي",
  },
  delegation: {
    notHosted: "غير مخدوم",
  },
  proposal: {
    replaces: "سيحلّ محل التفويض النشط لهذا الطرف.",
  },
  active: {
    title: "النشطة",
    what: "التفويضات",
    empty: "لا تفويضات",
    emptyHint: "لا تسكّ محفظتك لأحد آخر.",
  },
  withdraw: {
    submit: "سحب",
    question: "هل تسحب التفويض؟",
    effect: "لا تسكّ محفظتك للمستفيد ولا تدمج له شيئًا بعد ذلك.",
    done: "سُحب التفويض.",
    failed: "تعذّر سحب التفويض.",
  },
  page: {
    title: "التفويضات",
  },
  proposals: {
    title: "المقترحة",
    what: "الاقتراحات",
    empty: "لا اقتراحات",
    emptyHint:
      "تستطيع الأطراف التي مفاتيحها في مكان آخر أن تطلب من محفظتك سكّ مكافآتها ودمج عملاتها. تنتظر اقتراحاتها هنا.",
  },
};
