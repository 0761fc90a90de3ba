import type { messages as english } from "../../../../components/lists/messages-delegations.js";
import { plural } from "../../../../messages/plural.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  proposal: {
    notHosted:
      "لا تخدم هذه العقدة المستفيد: لم يقبل إعداده هنا، فلا يمكن سكّ شيء له. يُعدّ الطرف الذي مفتاحه في متصفح هناك، في صفحة الأطراف والمفاتيح.",
  },
  accept: {
    effect: "تسكّ محفظتك مكافآت للمستفيد وتدمج عملاته حتى النهاية.",
    externalEffect:
      "يوقّع طرفك خارج هذه العقدة، ولذلك لا تسكّ شيئًا من تلقاء نفسها: أنت تسكّ مكافآت للمستفيد ببرنامجك حتى النهاية.",
    replaces: ({ oldCount, newCount, oldTime, newTime }) =>
      rich`يحلّ محل التفويض النشط: يبدأ الدمج من ${newCount} بدلًا من ${plural("ar", oldCount, {
        zero: "صفر عملة",
        one: "عملة واحدة",
        two: "عملتين",
        few: `${oldCount} عملات`,
        many: `${oldCount} عملة`,
        other: `${oldCount} عملة`,
      })}؛ ومدته ${newTime} بدلًا من ${oldTime}.`,
    submit: "قبول",
    replace: "استبدال",
    question: "هل تقبل التفويض؟",
    replaceQuestion: "هل تستبدل التفويض؟",
    done: "التفويض نشط.",
    failed: "تعذّر قبول التفويض.",
  },
  reject: {
    submit: "رفض",
    question: "هل ترفض الاقتراح؟",
    effect: "يستطيع المستفيد أن يقترح من جديد.",
    done: "رُفض الاقتراح.",
    failed: "تعذّر رفض الاقتراح.",
  },
};
