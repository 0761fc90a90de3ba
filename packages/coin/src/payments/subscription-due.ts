import type { RelTime } from "../token-standard/metadata-v1.js";

/** True once the wallet pays by itself: later than its duration before it is due. */
export const isPaidAutomaticallyAt = (
  now: bigint,
  due: bigint,
  { microseconds }: RelTime,
): boolean => due - now < microseconds;

/**
 * True once a payment was missed, and the subscription can be ended for it: after the time it was
 * due.
 */
export const isMissedAt = (now: bigint, due: bigint): boolean => due < now;
