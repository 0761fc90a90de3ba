import type { WalletSchemas } from "../../data/openapi.js";
import { messages } from "./messages.js";

/** A time span in words; seconds. */
export const spanWords = (seconds: number): string => {
  const days = Math.floor(seconds / 86_400);
  if (days >= 2) return messages.span.days({ count: days });
  const hours = Math.floor(seconds / 3_600);
  if (hours >= 2) return messages.span.hours({ count: hours });
  const minutes = Math.floor(seconds / 60);
  return minutes >= 2
    ? messages.span.minutes({ count: minutes })
    : messages.span.seconds({ count: Math.floor(seconds) });
};

/**
 * When the automation buys traffic, and how long that which is left lasts at the target; undefined
 * where there is no target. The automation buys when less is left than one purchase.
 */
export const forecastOf = ({
  left,
  target_throughput: target,
  next_purchase: next,
}: WalletSchemas["OwnTraffic"]): { readonly lasts: number | undefined; readonly when: string } => {
  const rate = Number(target);
  if (next === undefined || next === null || !(rate > 0))
    return { lasts: undefined, when: messages.forecast.never };
  const lasts = left / rate;
  if (left < next.bytes) return { lasts, when: messages.forecast.due };
  const until = (left - next.bytes) / rate;
  return { lasts, when: messages.forecast.inAbout({ span: spanWords(until) }) };
};
