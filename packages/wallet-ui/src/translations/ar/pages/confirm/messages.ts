import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/confirm/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  payment: {
    card: "يطلب تطبيق دفعة",
    description: "مقابل",
    receivers: ({ count }) =>
      plural("ar", count, {
        zero: "المستلِمون",
        one: "المستلِم",
        two: "المستلِمان",
        few: "المستلِمون",
        many: "المستلِمون",
        other: "المستلِمون",
      }),
    confirm: "إرسال الدفعة",
    done: "تمت الدفعة.",
    title: "تأكيد الدفع",
  },
  request: {
    receiver: "المستلِم",
    provider: "عبر",
    expires: "تنتهي المدة",
    what: "الطلب",
    payer: "تدفع باسم",
  },
  return: {
    refused: ({ reason }) => `${reason} لن يُفتح هذا العنوان.`,
    toWallet: "إلى المحفظة",
    link: ({ host }) => `العودة إلى ${host}`,
    warning: ({ reason }) =>
      `${reason} لا تفتحه المحفظة؛ وقد لا يكون من أرسلك إلى هنا من يدّعي أنه هو.`,
  },
  sum: {
    exact: "تدفع الآن",
    about: "تدفع الآن نحو",
    available: ({ amount }) => rich`المتاح: ${amount}`,
  },
  end: {
    rejected: "مرفوض",
    committed: "مسجَّل",
    acceptedHint: "العملات مقفلة لصالح التطبيق الذي يحصّلها. إن لم يفعل عادت إليك.",
    rejectedHint: "لم يُدفع شيء.",
  },
  accept: {
    shortOfFunds: ({ coin }) => `ما لديك من ${coin} لا يكفي لهذا.`,
    failed: "رُفضت الدفعة.",
  },
  reject: {
    submit: "رفض",
    done: "تم الرفض.",
    failed: "تعذّر الرفض.",
  },
  subscription: {
    card: "يطلب تطبيق اشتراكًا",
    costs: "التكلفة",
    every: ({ amount, interval }) => rich`${amount} كل ${interval} حتى تلغيه`,
    later: "الدفعات اللاحقة",
    laterHint: ({ before }) =>
      `تدفعها هذه المحفظة من تلقاء نفسها، قبل استحقاقها بما يصل إلى ${before}.`,
    signed: ({ before }) => `توقّع كلًّا منها: تظهر في الوارد قبل ${before} من استحقاقها.`,
    title: "تأكيد الاشتراك",
    done: "تأكّد الاشتراك.",
  },
  gone: {
    title: "لا شيء لتأكيده",
    card: "انتهى هذا الطلب",
    hint: "جرى دفعه أو رفضه أو سحبه، أو أنه موجّه إلى طرف غير طرفك.",
  },
};
