import { listOf } from "../../../../messages/list.js";
import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/console/messages-automations.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  wallet: {
    resumed: ({ names }) => `استؤنفت العمليات الآلية للمستخدم ${names}.`,
    paused: ({ names }) => `أُوقفت مؤقتًا العمليات الآلية للمستخدم ${names}.`,
    users: ({ users }) => listOf("ar", users),
    mergesOnRequest: "تدمج عند الطلب",
    question: ({ names }) => `هل توقف مؤقتًا العمليات الآلية للمستخدم ${names}؟`,
    resumeNamed: ({ names }) => `استئناف ${names}`,
    pauseNamed: ({ names }) => `إيقاف مؤقت: ${names}`,
  },
  switch: {
    failed: "لم يتغيّر شيء.",
    resume: "استئناف",
    pause: "إيقاف مؤقت",
    question: "هل توقف كل العمليات الآلية مؤقتًا؟",
    confirm: "إيقافها كلها",
    paused: "العمليات الآلية موقوفة مؤقتًا.",
    resumed: "استؤنفت العمليات الآلية.",
  },
  state: {
    paused: "موقوفة مؤقتًا",
    running: "تعمل",
  },
  summary: {
    operatorCoins: "عملات المشغّل",
    operatorEmpty:
      "ليست لدى المشغّل عملات: لا يُنجز شيء مما يدفع مقابله، كالموافقات المسبقة وحركة البيانات وإعداد الأطراف. أرسل عملات إلى طرف المشغّل.",
    state: "الحالة",
    waiting: "العمل المنتظر",
    longestWait: "أطول انتظار",
    backAndForth: "كنس كان سيدفع ذهابًا وإيابًا فتوقف",
    milliseconds: ({ count }) => `${count} ms`,
  },
  automation: {
    lacksCoins: "تنقصها عملات",
    cannotPay: ({ party, needed, available }) =>
      rich`لا يستطيع ${party} دفع ${needed}: لديه ${available}.`,
    othersCannotPay: ({ count }) =>
      plural("ar", count, {
        zero: "يستطيع كل الأطراف الآخرين الدفع.",
        one: "طرف واحد آخر لا يستطيع الدفع.",
        two: "طرفان آخران لا يستطيعان الدفع.",
        few: `${count} أطراف أخرى لا تستطيع الدفع.`,
        many: `${count} طرفًا آخر لا يستطيع الدفع.`,
        other: `${count} طرف آخر لا يستطيع الدفع.`,
      }),
    lastRun: ({ time }) => rich`آخر تشغيل ${time}، ولا تالي ما دامت متوقفة`,
    lastAndNext: ({ time, seconds }) => rich`آخر تشغيل ${time}، والتالي خلال ${seconds} ث`,
    runs: ({ count }) =>
      plural("ar", count, {
        zero: "لا تشغيلات",
        one: "تشغيل واحد",
        two: "تشغيلان",
        few: `${count} تشغيلات`,
        many: `${count} تشغيلًا`,
        other: `${count} تشغيل`,
      }),
    submitted: ({ count }) =>
      plural("ar", count, {
        zero: "لم يسرِ مفعول أي أمر",
        one: "سرى مفعول أمر واحد",
        two: "سرى مفعول أمرين",
        few: `سرى مفعول ${count} أوامر`,
        many: `سرى مفعول ${count} أمرًا`,
        other: `سرى مفعول ${count} أمر`,
      }),
    refused: ({ count }) => `المرفوض ${count}`,
    lastError: ({ text, time }) => rich`آخر مرفوض، ${time}: ${text}`,
    moved: ({ amount }) => rich`أوصلت ${amount} إلى غيرها`,
    nothingRefused: "لم يُرفض شيء",
    titles: {
      "accept-merge-delegations": "قبول تفويضات الدمج",
      "accept-transfer-preapprovals": "قبول الموافقات المسبقة على التحويلات",
      "auto-accept-transfers": "قبول التحويلات تلقائيًا",
      "collect-rewards-and-merge": "تحصيل المكافآت والدمج",
      "complete-accepted-offers": "إكمال العروض المقبولة",
      "complete-buy-traffic-requests": "إكمال طلبات شراء حركة البيانات",
      "expire-requests": "إنهاء الطلبات المنقضية",
      "merge-holdings": "دمج الحيازات",
      "mint-for-beneficiaries": "السكّ للمستفيدين",
      network: "الشبكة",
      "pay-subscriptions": "دفع الاشتراكات",
      "record-validator-liveness": "تسجيل توافر المصادق",
      "reject-lapsed-requests": "رفض الطلبات الفائتة",
      "renew-transfer-preapprovals": "تجديد الموافقات المسبقة على التحويلات",
      "report-in-validator-license": "الإبلاغ في رخصة المصادق",
      "send-transfer-commands": "إرسال أوامر التحويل",
      "share-rewards": "تقاسم المكافآت",
      sweep: "الكنس",
      "top-up-traffic": "تعبئة حركة البيانات",
    },
  },
  wallets: {
    title: "المحافظ",
    note: "المحفظة الموقوفة مؤقتًا لا تحصّل ولا تدمج ولا تدفع شيئًا من تلقاء نفسها، ولو أُعيد تشغيل العقدة.",
    search: "البحث في المحافظ",
    what: "المحافظ",
    notFound: "لا محفظة كهذه",
    notFoundHint: "ابحث بجزء من اسم المستخدم أو من معرّف الطرف.",
  },
  page: {
    title: "العمليات الآلية",
    all: "كل العمليات الآلية",
    note: "ما دامت موقوفة لا يُدمج شيء ولا يُحصَّل ولا يُجدَّد ولا يُعبَّأ ولا يُنهى. ويستطيع المستخدمون الإرسال والاستلام.",
    what: "العمليات الآلية",
  },
  done: {
    title: "ما فعلته كل منها",
    empty: "لم يعمل شيء بعد",
    emptyHint: "تظهر كل أتمتة هنا بعد أن تعمل: عند فتح جولة أو عند وجود ما يُفعل.",
  },
};
