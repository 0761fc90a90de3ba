import { plural } from "../../../messages/plural.js";
import type { messages as english } from "../../../money/messages.js";

export const messages: typeof english = {
  amount: {
    missing: "أدخل مبلغًا.",
    noDigits: "أدخل أرقام المبلغ.",
    tooLong: ({ maxCharacters }) =>
      plural("ar", maxCharacters, {
        zero: `لا تُدخل أي حرف.`,
        one: `أدخل حرفًا واحدًا على الأكثر.`,
        two: `أدخل حرفين على الأكثر.`,
        few: `أدخل ${maxCharacters} أحرف على الأكثر.`,
        many: `أدخل ${maxCharacters} حرفًا على الأكثر.`,
        other: `أدخل ${maxCharacters} حرف على الأكثر.`,
      }),
    wrongCharacter: ({ character }) => `«${character}» ليس جزءًا من عدد. أدخل أرقامًا فقط.`,
    mixedDigits: "أدخل الأرقام كلها بنظام كتابة واحد.",
    ambiguous: ({ separator, decimal }) =>
      `قد يفصل «${separator}» هنا الآلاف أو الكسور العشرية. احذفه، أو اكتب الكسور العشرية بعد «${decimal}» على ألا تكون ثلاثة أرقام بالضبط.`,
    wrongGroups: ({ group, decimal }) =>
      `يفصل «${group}» هنا مجموعات الأرقام، وهذه المجموعات ناقصة. اكتب الكسور العشرية بعد «${decimal}».`,
    manyDecimals: ({ decimal }) => `أدخل «${decimal}» مرة واحدة على الأكثر.`,
    decimals: ({ found, atMost }) => `عدد المنازل العشرية ${found}، والمتوقع ${atMost} على الأكثر.`,
    digits: ({ found, atMost }) =>
      `عدد الأرقام قبل الفاصلة العشرية ${found}، والمتوقع ${atMost} على الأكثر.`,
    notPositive: "أدخل مبلغًا أكبر من الصفر.",
    unavailable: ({ available }) => `المتاح ${available} فقط.`,
  },
  spoken: {
    unchanged: ({ amount }) => `دون تغيير، ${amount}`,
    received: ({ amount }) => `استلام ${amount}`,
    sent: ({ amount }) => `إرسال ${amount}`,
  },
};
