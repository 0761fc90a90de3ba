import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/allocations/messages.js";
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
  allocate: {
    done: "خُصّصت العملات.",
    submit: "تخصيص",
    failed: "لم تُخصَّص العملات.",
    submitNamed: ({ legId }) => `تخصيص الجزء ${legId}`,
    question: "هل تخصّص العملات؟",
    effect: ({ amount }) => rich`يُقفل ${amount} لهذه التسوية. تستطيع سحبه حتى تتم التسوية.`,
  },
  fact: {
    executor: "المنفّذ",
    executors: "المنفّذون",
    noDeadline: "بلا مهلة",
    leg: "الجزء",
    amount: "المبلغ",
    from: "من",
    to: "إلى",
    otherToken: ({ amount }) => `${amount} من رمز آخر`,
    allocateBefore: "التخصيص قبل",
    settleBefore: "التسوية قبل",
  },
  form: {
    executorHint: "من يسوّي كل الأجزاء معًا.",
    receiver: "المستلِم",
    missing: "املأ كل الحقول أولًا.",
    settlement: "التسوية",
    settlementHint: "مرجعها كما هو لدى المنفّذ.",
    term: "التخصيص خلال",
    termHint: "يجب أن تتم التسوية خلال ضعف هذه المدة.",
    note: "تبقى العملات مقفلة حتى تتم التسوية أو تسحبها.",
  },
  allocations: {
    title: "المخصَّصة",
    what: "التخصيصات",
    empty: "لا عملات مخصَّصة",
    emptyHint: "تُخصَّص العملات عندما تقبل ما يطلبه تطبيق لتسوية صفقة.",
  },
  reject: {
    submit: "رفض",
    question: "هل ترفض الطلب؟",
    effect: "يرى التطبيق أنك لا تشارك. لا يُدفع شيء.",
    done: "رُفض الطلب.",
    failed: "تعذّر رفض الطلب.",
  },
  withdraw: {
    submit: "سحب",
    question: "هل تسحب التخصيص؟",
    effect: "تعود العملات إليك، ولا يمكن أن تتم التسوية بدونها.",
    done: "عادت العملات إليك.",
    failed: "تعذّر سحب التخصيص.",
  },
  review: {
    youSend: ({ amount, other }) => rich`ترسل ${amount} إلى ${other}`,
    youReceive: ({ amount, other }) => rich`تستلم ${amount} من ${other}`,
    otherSends: ({ who, amount, other }) => rich`يرسل ${who} ${amount} إلى ${other}`,
    otherReceives: ({ who, amount, other }) => rich`يستلم ${who} ${amount} من ${other}`,
    noOwner: "مدير الرمز",
    nothingLocked: "لا يُقفل شيء مما لديك.",
    locked: ({ amount }) => rich`يبقى ${amount} مقفلًا حتى التسوية أو الإلغاء أو انتهاء المدة.`,
    lockedUntil: ({ amount, until }) =>
      rich`يبقى ${amount} مقفلًا حتى التسوية أو الإلغاء (${until}).`,
    kept: ({ amount }) => rich`يحق للمنفّذين استخدام ${amount} منها لجولات أخرى من التسوية.`,
    free: "تستطيع استرداده حتى التسوية.",
    committed: "هو ملزم لك: لا تستطيع استرداده لعدم وجود مهلة. يستطيع المنفّذون إلغاءه.",
    committedUntil: ({ until }) =>
      rich`هو ملزم لك: لا تستطيع استرداده قبل مهلته (${until}). يستطيع المنفّذون إلغاءه.`,
    otherToken: "هذا رمز آخر: خصّصه حيث تحوزه.",
    notForWallet: "لا تخصّص هذه المحفظة العملات إلا بين حسابات الأطراف.",
  },
  requests: {
    title: "الطلبات",
    what: "الطلبات",
    empty: "لا طلبات",
    emptyHint: "تطلب منك هنا التطبيقات التي تسوّي الصفقات أن تجنّب عملات لحصتك.",
  },
  page: {
    title: "التخصيصات",
  },
};
