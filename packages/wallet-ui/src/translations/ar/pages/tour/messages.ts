import type { messages as english } from "../../../../pages/tour/messages.js";

export const messages: typeof english = {
  tour: {
    title: "جولة في خمس خطوات",
    progress: ({ step, count }) => `الخطوة ${step} من ${count}`,
    decline: "ليس الآن",
    end: "إنهاء الجولة",
    failed: "لم تنجح الخطوة.",
    done: "تلك كانت الجولة. تبقى المحفظتان: سجّل الدخول باسم أي منهما، أو باسم أي أحد آخر.",
    close: "إغلاق",
  },
  users: {
    title: "مستخدمان",
    note: "تحصل Anna ويحصل Ben كل منهما على محفظة: طرف على الدفتر توقّع هذه العقدة باسمه. تتابع باسم Anna.",
    action: "إنشاء مستخدمين اثنين",
  },
  tap: {
    title: "صنبور",
    note: "تأتي عملات شبكة التطوير من صنبور. تأخذ Anna بعضها؛ ويتبعه الرصيد والسجل فورًا.",
    action: "أخذ 100 USD",
  },
  transfer: {
    title: "تحويل",
    note: "تعرض Anna عملات على Ben. تبقى مقفلة حتى يقرر أو تنتهي مدة العرض.",
    action: "عرض 25 عملة على Ben",
    memo: "غداء",
  },
  acceptance: {
    title: "قبول",
    note: "تتابع باسم Ben الذي يقبل. معاملة واحدة تنقل العملات وتنهي العرض.",
    action: "القبول باسم Ben",
  },
  proof: {
    title: "إثباته",
    note: "التحديث الذي نقل العملات، حدثًا حدثًا، كما يراه Ben. وتثبت العقدة المشغّلة مع --audit أيضًا أن يوميتها تحويه.",
    action: "عرض التحديث",
  },
};
