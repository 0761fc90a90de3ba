import type { messages as english } from "../../../../components/flow/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  outcome: {
    checking: "لم يصل رد؛ يجري التحقق مما آل إليه الأمر.",
  },
  question: {
    lost: ({ question, sentence }) =>
      `لم يعد بالإمكان الإجابة عن «${question}»: انتهى ما كان السؤال عنه. لم تفعل شيئًا. ${sentence}`,
  },
  end: {
    accepted: "جرى قبوله.",
    rejected: "جرى رفضه.",
    cancelled: "جرى إلغاؤه.",
    withdrawn: "جرى سحبه.",
    expired: "انتهت مدته.",
  },
  review: {
    back: "رجوع",
  },
  effects: {
    title: "ما الذي سيفعله",
    change: ({ amount }) => rich`رصيدك: ${amount}`,
    locked: ({ amount }) => rich`المقفل: ${amount}`,
    none: "يبقى رصيدك كما هو.",
    rejected: ({ cause }) => rich`سيرفضه الدفتر: ${cause}`,
  },
  steps: {
    done: "(تم)",
  },
};
