import type { messages as english } from "../../../data/messages.js";
import { plural } from "../../../messages/plural.js";

export const messages: typeof english = {
  node: {
    answered: ({ status }) => `ردّت العقدة بالرمز ${status}.`,
    unreachable: "تعذّر الوصول إلى العقدة.",
    sendingBlocked: "تعذّر الوصول إلى العقدة؛ لا يمكن إرسال شيء الآن.",
  },
  keys: {
    minutes: ({ minutes }) =>
      plural("ar", minutes, {
        zero: "صفر دقيقة",
        one: "دقيقة واحدة",
        two: "دقيقتين",
        few: `${minutes} دقائق`,
        many: `${minutes} دقيقة`,
        other: `${minutes} دقيقة`,
      }),
  },
  signing: {
    executed: "جرى تنفيذه، ولا تقول العقدة بأي نتيجة. انظر في السجل.",
    left: "غادرت الصفحة. لم يُوقَّع شيء.",
  },
};
