import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/fund/messages.js";

export const messages: typeof english = {
  span: {
    days: ({ count }) =>
      plural("ar", count, {
        zero: "صفر يوم",
        one: "يوم واحد",
        two: "يومان",
        few: `${count} أيام`,
        many: `${count} يومًا`,
        other: `${count} يوم`,
      }),
  },
  give: {
    done: "مُنحت القسيمة.",
    question: "هل تمنح هذا من الصندوق؟",
    title: "المنح من الصندوق",
    missing: "املأ كل الحقول أولًا.",
    submit: "منح",
    beneficiary: "المستفيد",
    amount: "المبلغ",
    term: "تنتهي خلال",
    failed: "لم تُمنح القسيمة.",
    notManager: "لا يمنح من الصندوق إلا مديره.",
  },
  coupon: {
    reason: "السبب",
    beneficiary: "لـ",
    expires: "تنتهي",
    state: "الحالة",
    states: {
      claimed: "مصروفة",
      expired: "منتهية المدة",
      rejected: "مرفوضة",
      withdrawn: "مسحوبة",
    },
  },
  withdraw: {
    submit: "سحب",
    question: "هل تسحب القسيمة؟",
    effect: "تعود إلى الصندوق.",
    reasonHint: "مطلوب؛ ويراه المستفيد.",
    done: "عادت القسيمة إلى الصندوق.",
    failed: "تعذّر سحب القسيمة.",
  },
  ended: {
    title: "المنتهية",
    what: "القسائم المنتهية",
    empty: "لم تنتهِ أي قسيمة بعد",
    emptyHint: "تنتهي القسيمة عند تحصيلها أو سحبها أو انتهاء صلاحيتها.",
  },
  active: {
    title: "القسائم النشطة",
    what: "القسائم",
    empty: "لا قسائم",
    emptyHint: "يُدرج هنا ما يمنحك إياه صندوق التطوير حتى تسكّه محفظتك.",
  },
  page: {
    title: "صندوق التطوير",
  },
  unclaimed: {
    title: "غير المصروف",
    what: "الصندوق",
  },
};
