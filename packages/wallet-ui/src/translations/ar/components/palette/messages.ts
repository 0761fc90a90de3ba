import type { messages as english } from "../../../../components/palette/messages.js";

export const messages: typeof english = {
  palette: {
    title: "ابحث أو انتقل",
    placeholder: "صفحة أو جهة اتصال أو إجراء أو معرّف",
    found: "ما عُثر عليه",
    empty: "لا شيء بهذا الاسم",
    hint: "الصق معرّف طرف أو عقد أو تحديث أو إزاحة للانتقال إلى صفحته.",
  },
  kind: {
    page: "صفحة",
    contact: "جهة اتصال",
    action: "إجراء",
    id: "معرّف",
  },
  id: {
    waiting: "عرض ما ينتظر",
    contract: "عرض العقد",
    update: "عرض التحديث",
    transaction: "عرض المعاملة",
    receiver: "إرسال إلى هذا الطرف",
    party: "عرض ما يراه هذا الطرف",
    offset: "عرض الدفتر عند هذه الإزاحة",
  },
  action: {
    sendTo: ({ label }) => `إرسال إلى ${label}`,
    copyParty: "نسخ معرّف طرفي",
    copied: "نُسخ معرّف طرفك.",
    light: "استخدام الألوان الفاتحة",
    dark: "استخدام الألوان الداكنة",
    tour: "بدء جولة في عقدة جديدة",
    logOut: "تسجيل الخروج من هذه المحفظة",
  },
};
