import type { messages as english } from "../../../history/messages.js";

export const messages: typeof english = {
  transfer: {
    made: "تحويل",
    direct: "تحويل مباشر",
    accepted: "قُبل التحويل",
    rejected: "رُفض التحويل",
    withdrawn: "سُحب التحويل",
    expired: "انتهت مدة التحويل",
  },
  allocation: {
    made: "خُصّصت عملات",
    settled: "سُوّي التخصيص",
    ended: "انتهى التخصيص",
  },
  p2p: {
    completed: "اكتملت دفعة P2P",
    failed: "فشلت دفعة P2P",
    withdrawn: "سُحبت دفعة P2P",
  },
  offer: {
    accepted: "قُبل عرض التحويل",
    rejected: "رُفض عرض التحويل",
    withdrawn: "سُحب عرض التحويل",
    expired: "انتهت مدة عرض التحويل",
  },
  appPayment: {
    accepted: "قُبلت دفعة التطبيق",
    rejected: "رُفضت دفعة التطبيق",
    expired: "انتهت مدة دفعة التطبيق",
    collected: "حُصّلت دفعة التطبيق",
  },
  firstPayment: {
    accepted: "قُبلت الدفعة الأولى للاشتراك",
    collected: "حُصّلت الدفعة الأولى للاشتراك",
    rejected: "رُفضت الدفعة الأولى للاشتراك",
    expired: "انتهت مدة الدفعة الأولى للاشتراك",
  },
  subscription: {
    accepted: "قُبلت دفعة الاشتراك",
    ended: "انتهت مدة الاشتراك",
    collected: "حُصّلت دفعة الاشتراك",
    rejected: "رُفضت دفعة الاشتراك",
    expired: "انتهت مدة دفعة الاشتراك",
  },
  coin: {
    tap: "صنبور",
    changed: "تغيّر الرصيد",
    mint: "سكّ",
    expired: ({ coin }) => `انتهت مدة ${coin}`,
  },
  lock: {
    unlocked: ({ coin }) => `فُتح قفل ${coin}`,
    ended: ({ coin }) => `أنهى المالك قفل ${coin}`,
    expired: ({ coin }) => `انتهت مدة ${coin} المقفلة`,
  },
  traffic: {
    bought: "شراء حركة بيانات إضافية",
  },
  preapproval: {
    created: "أُنشئت موافقة مسبقة على التحويلات",
    renewed: "جُدّدت الموافقة المسبقة على التحويلات",
    cancelled: "أُلغيت الموافقة المسبقة على التحويلات",
  },
  reward: {
    collected: "حُصّلت مكافأة SV",
  },
  automation: {
    run: "عملية آلية",
  },
  name: {
    firstPayment: ({ names }) => `قيد ${names}: حُصّلت الدفعة الأولى`,
    renewal: ({ names }) => `قيد ${names}: حُصّلت دفعة التجديد`,
  },
};
