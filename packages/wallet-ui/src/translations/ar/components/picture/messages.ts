import type { messages as english } from "../../../../components/picture/messages.js";
import { plural } from "../../../../messages/plural.js";

export const messages: typeof english = {
  picture: {
    title: "ما تفعله، في صورة",
    region: "صورة المعاملة",
    eyes: "ما يراه",
    everyone: "كل الأطراف معًا",
    save: "حفظ بصيغة SVG",
    asTable: "الشيء نفسه في جدول",
    nothing: "لا ترى هذه الأعين منها شيئًا",
    hidden: ({ count }) =>
      plural("ar", count, {
        zero: "لا عقد محجوبة.",
        one: "عقدة واحدة غير مرئية.",
        two: "عقدتان غير مرئيتين.",
        few: `${count} عقد غير مرئية.`,
        many: `${count} عقدة غير مرئية.`,
        other: `${count} عقدة غير مرئية.`,
      }),
    folded: ({ nodes }) =>
      plural("ar", nodes, {
        zero: "لا عقد فيها.",
        one: "عقدتها مطوية: يُرسم المتشابه مرة واحدة مع عدده ومجموعه.",
        two: "عقدتاها مطويتان: يُرسم المتشابه مرة واحدة مع عدده ومجموعه.",
        few: `عقدها الـ${nodes} مطوية: يُرسم المتشابه مرة واحدة مع عدده ومجموعه.`,
        many: `عقدها الـ${nodes} مطوية: يُرسم المتشابه مرة واحدة مع عدده ومجموعه.`,
        other: `عقدها الـ${nodes} مطوية: يُرسم المتشابه مرة واحدة مع عدده ومجموعه.`,
      }),
    sum: ({ amount }) => `${amount} دخولًا وخروجًا.`,
    minted: ({ amount }) => `أُنشئ أكثر مما استُهلك بمقدار ${amount}.`,
    burned: ({ amount }) => `استُهلك أكثر مما أُنشئ بمقدار ${amount}.`,
    unsure: "محتوى بعض العقود غير معروف لهذه الأعين: أُسقطت المجاميع.",
  },
  column: {
    before: "قبل",
    done: "ما جرى",
    after: "بعد",
    what: "ماذا",
    contract: "العقد",
    owner: "المالك",
    amount: "المبلغ",
    signed: "وقّعه",
    seen: "يراه",
  },
  word: {
    create: "إنشاء",
    archive: "أرشفة",
    unknown: "محتواه غير مرئي",
    disclosed: "مُفصَح عنه",
    locked: "مقفل",
    consumes: "يستهلك",
    uses: "يستخدم",
    makes: "ينشئ",
    divulged: ({ parties }) => `مكشوف لـ ${parties}`,
    amount: ({ amount, unit }) => `${amount} ${unit}`,
    tooLarge: ({ unit }) => `مقدار ${unit} أكبر من أن يُجمع`,
    several: ({ count, what }) => `${count} × ${what}`,
    contracts: ({ count }) =>
      plural("ar", count, {
        zero: "لا عقود",
        one: "عقد واحد",
        two: "عقدان",
        few: `${count} عقود`,
        many: `${count} عقدًا`,
        other: `${count} عقد`,
      }),
    actions: ({ count }) =>
      plural("ar", count, {
        zero: "لا خطوات",
        one: "خطوة واحدة",
        two: "خطوتان",
        few: `${count} خطوات`,
        many: `${count} خطوة`,
        other: `${count} خطوة`,
      }),
    on: ({ entity }) => `على ${entity}`,
    by: ({ parties }) => `من ${parties}`,
    of: ({ owner }) => `لـ ${owner}`,
    signedBy: ({ parties }) => `وقّعه: ${parties}`,
    seenBy: ({ parties }) => `يراه: ${parties}`,
  },
};
