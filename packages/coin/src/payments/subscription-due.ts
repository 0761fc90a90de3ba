import type { RelTime } from "../token-standard/metadata-v1.js";

/** A point of time, in microseconds since the Unix epoch. */
type Micros = number;

/** True once the wallet pays by itself: later than its duration before it is due. */
export const isPaidAutomaticallyAt = (
  now: Micros,
  due: Micros,
  { microseconds }: RelTime,
): boolean => BigInt(due) - BigInt(now) < microseconds;

/**
 * True once a payment was missed, and the subscription can be ended for it: after the time it was
 * due.
 */
export const isMissedAt = (now: Micros, due: Micros): boolean => due < now;
