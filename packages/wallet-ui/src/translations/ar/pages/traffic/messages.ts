import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/traffic/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  span: {
    hours: ({ count }) =>
      plural("ar", count, {
        zero: "صفر ساعة",
        one: "ساعة واحدة",
        two: "ساعتان",
        few: `${count} ساعات`,
        many: `${count} ساعة`,
        other: `${count} ساعة`,
      }),
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
  form: {
    cost: ({ amount }) => rich`نحو ${amount} بسعر هذه الجولة.`,
    submit: "مراجعة",
    failed: "رُفض الطلب.",
    title: "شراء حركة بيانات",
    what: "سعر حركة البيانات",
  },
  validator: {
    label: "المصادق",
    own: "مصادق هذه العقدة",
    hint: "من يحق لمشاركه استخدام حركة البيانات.",
    missing: "أدخل طرف أحد المصادقين.",
  },
  bytes: {
    label: "البايتات",
    price: ({ price }) => `${price} USD لكل مليون بايت.`,
    malformed: "المتوقع عدد صحيح من البايتات.",
    tooFew: ({ count }) =>
      plural("ar", count, {
        zero: "لا حد أدنى للشراء.",
        one: "أقل ما يُشترى بايت واحد.",
        two: "أقل ما يُشترى بايتان.",
        few: `أقل ما يُشترى ${count} بايتات.`,
        many: `أقل ما يُشترى ${count} بايتًا.`,
        other: `أقل ما يُشترى ${count} بايت.`,
      }),
    count: ({ count, shown }) =>
      plural("ar", count, {
        zero: `${shown} بايت`,
        one: `${shown} بايت`,
        two: `${shown} بايت`,
        few: `${shown} بايتات`,
        many: `${shown} بايتًا`,
        other: `${shown} بايت`,
      }),
  },
  life: {
    label: "التخلي بعد",
    hint: "تدفع المحفظة حالما تكون لديها العملات.",
  },
  review: {
    confirm: ({ bytes }) => `شراء ${bytes}`,
    validator: "لـ",
    bytes: "حركة البيانات",
    cost: "التكلفة نحو",
    shortOfFunds: "لديك الآن أقل من ذلك. تدفع المحفظة حالما يكون لديها ما يكفي.",
    afterwards: "المتاح بعد ذلك",
    life: "تتخلى بعد",
    price: "السعر",
    priceHint: "سعر الجولة التي تدفع فيها المحفظة. لا يُرد.",
  },
  outcome: {
    what: "الطلب",
    bought: "تم الشراء",
    waiting: "ينتظر دفع المحفظة",
    notBought: "لم يتم الشراء",
  },
  own: {
    title: "حركة بيانات هذه العقدة",
    what: "حركة البيانات",
    used: "المستخدم",
    limit: "المسموح باستخدامه",
    bought: "المشترى حتى الآن",
  },
  page: {
    title: "حركة البيانات",
  },
  requests: {
    title: "الطلبات",
    what: "الطلبات",
    empty: "لا طلب ينتظر",
    emptyHint: "ينتظر الطلب هنا حتى تدفعه المحفظة، أو تتخلى عنه وتقول لماذا.",
  },
};
