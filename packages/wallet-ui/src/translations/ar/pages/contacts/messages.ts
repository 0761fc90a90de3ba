import { listOf } from "../../../../messages/list.js";
import type { messages as english } from "../../../../pages/contacts/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  field: {
    expectedFound: ({ expected, found }) => `المتوقع ${expected}، والموجود ${found}.`,
  },
  change: {
    new: "جديدة",
    replaced: "مستبدلة",
    same: "كما هي",
    becomes: ({ label, newLabel }) => `«${label}» تصبح «${newLabel}»`,
    replacements: ({ shown, isAll }) => `${listOf("ar", shown)}${isAll ? "" : " وغيرها"}.`,
  },
  import: {
    nothing: "لا شيء لاستيراده.",
    done: ({ added, replaced }) => `جهات الاتصال: أُضيف ${added} واستُبدل ${replaced}.`,
    submit: "استيراد جهات الاتصال هذه",
    failed: ({ field, expected, found }) =>
      `تعذّر استيراده: المتوقع في ${field} ${expected}، والموجود ${found}.`,
    file: "استيراد ملف",
    fileHint: "ترى ما سيتغيّر قبل أن يتغيّر شيء.",
  },
  form: {
    cancel: "إلغاء",
    done: ({ label }) => `${label} في دفتر عناوينك.`,
    newTitle: "جهة اتصال جديدة",
    changeTitle: "تعديل جهة الاتصال",
    label: "جهة الاتصال",
    missing: "أدخل طرفًا وتسمية أولًا.",
    replace: "استبدال جهة الاتصال",
    submit: "حفظ",
  },
  files: {
    title: "الاستيراد والتصدير",
  },
  export: {
    empty: "لا جهات اتصال بعد.",
    submit: "تصدير كل جهات الاتصال",
  },
  party: {
    alike: ({ party }) => `يشبه ${party} الذي تعرفه: قارن البصمتين.`,
    label: "معرّف الطرف",
    known: "هو في دفتر عناوينك من قبل.",
    hint: "name::1220…",
  },
  label: {
    label: "التسمية",
    hint: ({ label }) => `ما تسمّيه به؛ ${label} حرفًا على الأكثر.`,
  },
  note: {
    label: "ملاحظة",
    hint: ({ note }) => `${note} حرفًا على الأكثر؛ لا يراها أحد غيرك.`,
  },
  row: {
    changeNamed: ({ label }) => `تعديل ${label}`,
    change: "تعديل",
    removeNamed: ({ label }) => `إزالة ${label}`,
    remove: "إزالة",
    question: "هل تزيل جهة الاتصال؟",
    removed: "أُزيلت جهة الاتصال.",
    effect: ({ text }) => rich`تُزال ${text} من دفتر عناوين هذا المتصفح.`,
  },
  list: {
    empty: "لا جهات اتصال بعد",
    emptyHint: "سمِّ طرفًا تجده من جديد حين ترسل. تبقى جهات الاتصال في هذا المتصفح.",
    search: "بحث",
    notFound: ({ text }) => `لا توجد جهة اتصال فيها «${text}».`,
    notFoundHint: "ابحث بجزء من اسم أو من معرّف طرف، أو أضف جهة الاتصال.",
    title: "دفتر العناوين",
    titleCount: ({ count }) => `دفتر العناوين (${count})`,
  },
  page: {
    title: "جهات الاتصال",
  },
};
