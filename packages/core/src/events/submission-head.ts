import type { Micros } from "../values/time.js";

/** How the text of a submission begins that was not pruned; see `submissionFields`. */
const head = '{"v":1,"recordTime":';

/** Digits of the largest exact number. */
const maxDigits = 16;

const comma = 0x2c;
const zero = 0x30;

/**
 * The record time at the beginning of the text of an accepted or rejected submission, without
 * reading the rest. Undefined for another event, a pruned one, and a text that begins in another
 * way.
 *
 * @param type the store's event type
 * @param data JSON text
 */
export const recordTimeOfSubmission = (type: string, data: string): Micros | undefined => {
  if (type !== "TransactionCommitted" && type !== "CommandRejected") return undefined;
  if (!data.startsWith(head)) return undefined;
  let time = 0;
  for (let at = head.length; at <= head.length + maxDigits; at++) {
    const code = data.charCodeAt(at);
    if (code === comma) return at > head.length && Number.isSafeInteger(time) ? time : undefined;
    const digit = code - zero;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    time = time * 10 + digit;
  }
  return undefined;
};
