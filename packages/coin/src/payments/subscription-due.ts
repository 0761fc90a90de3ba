import { type NumericError, timestampMaxMicros } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { RelTime } from "../token-standard/metadata-v1.js";

/** A point of time, in microseconds since the Unix epoch. */
type Micros = number;

/**
 * When the payment after another one is due: one interval later (wallet 18). The first one counts
 * from its collection, every further one from the due date of the one before, however early or late
 * that was paid. Left overflow after the year 9999.
 */
export const dueOneIntervalAfter = (
  from: Micros,
  { microseconds }: RelTime,
): Either<NumericError, Micros> => {
  const due = BigInt(from) + microseconds;
  return due > timestampMaxMicros ? left("overflow") : right(Number(due));
};

const untilDue = (now: Micros, due: Micros): bigint => BigInt(due) - BigInt(now);

/**
 * True once a payment may be made: not earlier than its duration before it is due. It is never too
 * late, so that a provider can be patient.
 */
export const mayBePaidAt = (now: Micros, due: Micros, { microseconds }: RelTime): boolean =>
  untilDue(now, due) <= microseconds;

/** True once the wallet pays by itself: later than its duration before it is due. */
export const isPaidAutomaticallyAt = (
  now: Micros,
  due: Micros,
  { microseconds }: RelTime,
): boolean => untilDue(now, due) < microseconds;

/**
 * True once a payment was missed, and the subscription can be ended for it: after the time it was
 * due.
 */
export const isMissedAt = (now: Micros, due: Micros): boolean => due < now;
