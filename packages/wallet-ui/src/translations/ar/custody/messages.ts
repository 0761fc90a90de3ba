import type { messages as english } from "../../../custody/messages.js";
import { plural } from "../../../messages/plural.js";

export const messages: typeof english = {
  backup: {
    wholeNumber: "عدد صحيح",
    range: ({ least, most }) => `من ${least} إلى ${most}`,
    base64: ({ count }) =>
      plural("ar", count, {
        zero: "لا بايتات بترميز Base64",
        one: "بايت واحد بترميز Base64",
        two: "بايتان بترميز Base64",
        few: `${count} بايتات بترميز Base64`,
        many: `${count} بايتًا بترميز Base64`,
        other: `${count} بايت بترميز Base64`,
      }),
    none: ({ expected, field }) =>
      `ليست هذه نسخة احتياطية لمفتاح: المتوقع في «${field}» ${expected}.`,
    wrongPassphrase: "عبارة السر خاطئة، أو أن الملف عُدّل.",
    otherKey: "في الملف مفتاح غير الذي يذكره.",
  },
  topology: {
    base64: ({ field }) => `${field}: المتوقع Base64`,
    transactions: ({ field, most }) => `${field}: المتوقع من 1 إلى ${most} بترميز Base64`,
  },
  prepared: {
    noBase64: "ما ليس Base64",
    unreadable: ({ reason }) => `تعذّرت قراءة المعاملة: ${reason}. لم يُوقَّع شيء.`,
    otherHash: ({ found, computed }) =>
      `يطلب الخادم توقيع ${found}، وتجزئة معاملته ${computed}. لم يُوقَّع شيء.`,
    otherParty: ({ found, expected }) =>
      `تتصرف المعاملة باسم ${found}، والمتوقع ${expected} وحده. لم يُوقَّع شيء.`,
    otherNetwork: ({ found, expected }) =>
      `المعاملة للشبكة ${found}، والمتوقع ${expected}. لم يُوقَّع شيء.`,
    otherRequest: ({ why }) => `ردّت العقدة بمعاملة غير التي طلبتها: ${why}. لم يُوقَّع شيء.`,
    expired: ({ at }) => `كان تنفيذ المعاملة ممكنًا حتى ${at}. أعدّها من جديد.`,
  },
  wanted: {
    other: ({ found, wanted }) => `تفعل ${found}، وقد طلبت ${wanted}`,
    otherContract: ({ found, wanted }) => `تخص العقد ${found}، وقد طلبت ${wanted}`,
    missing: ({ field, wanted }) => `${field} غير موجود، وقد طلبت ${wanted}`,
    otherField: ({ field, found, wanted }) => `${field} هو ${found}، وقد طلبت ${wanted}`,
    loss: ({ amount, asset }) => `ستخسر ${amount} (${asset})`,
    notOne: "لا تتكون من أمر واحد",
  },
};
