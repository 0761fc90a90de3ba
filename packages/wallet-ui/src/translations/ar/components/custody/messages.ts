import type { messages as english } from "../../../../components/custody/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  dialog: {
    what: "ما توقّع عليه",
    moved: "ما يتغيّر مالكه",
    locks: "ما يُقفل أو يُحرَّر",
    nowLocked: "مقفل:",
    whole: "كل ما يُوقَّع",
    decline: "لا توقّع",
    unlock: "فتح قفل المفاتيح",
    locked: "افتح قفل المفاتيح أولًا.",
    sign: "توقيع",
    changed: "أُعدّ من جديد ولم يعد كما قرأته من قبل. اقرأه مرة أخرى.",
    close: "إغلاق",
    impossible: "لا يمكن توقيع شيء",
    title: "التوقيع بمفتاحك",
    each: "كل واحد مما توقّع عليه",
    several: ({ count }) => `توقيع ${count} بمفتاحك`,
    signAll: ({ count }) => `توقيع ${count}`,
    reading: "انتظر حتى يُقرأ كله.",
    party: ({ party }) => rich`باسم ${party}`,
  },
  doubts: {
    title: "شكوك",
    summary: "لا تقول الكلمات كل ما فيه.",
    warning: ({ strong }) => rich`${strong} لا توقّع عليه إلا إذا كنت تعرف ما هو.`,
    accept: "قرأت هذا وأريد التوقيع مع ذلك",
    missing: "اقرأ الشكوك واقبلها أولًا.",
  },
  outcome: {
    declined: "لم توقّع عليه. لم يُرسل شيء.",
    failed: ({ error }) => `${error} لم يُوقَّع شيء.`,
    noKey:
      "مفتاح هذا الطرف ليس في هذا المتصفح. استعده من نسخته الاحتياطية في صفحة الأطراف والمفاتيح. لم يُوقَّع شيء.",
    already: "سرى مفعوله من قبل. لم يُوقَّع شيء.",
  },
};
