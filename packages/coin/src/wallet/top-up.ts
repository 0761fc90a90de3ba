import { numericUnitsPerOne, type Numeric } from "@tallystick/core";

/** An operator's settings of the traffic top-up (specification 1, wallet 13.2). */
export interface TopUpTarget {
  /** Bytes per second, parts of a byte too; 0 or less switches the top-up off. */
  readonly targetThroughput: Numeric;
  /** Least time between two purchases, microseconds. */
  readonly minTopupIntervalMicros: bigint;
  /** How often the automation looks, microseconds; above 0. */
  readonly pollIntervalMicros: bigint;
  /** Least traffic the network sells at once, bytes. */
  readonly minTopupAmountBytes: bigint;
}

/** How much traffic is bought how often. */
export interface TopUpPlan {
  readonly amountBytes: bigint;
  readonly intervalMicros: bigint;
}

const microsPerSecond = 1_000_000n;

const dividedUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/**
 * How much traffic sustains a throughput, and how often it is bought: the interval is a multiple of
 * the polling interval, and long enough for the amount to reach the least one sold. Undefined when
 * the top-up is switched off.
 */
export const topUpPlan = ({
  targetThroughput,
  minTopupIntervalMicros,
  pollIntervalMicros,
  minTopupAmountBytes,
}: TopUpTarget): TopUpPlan | undefined => {
  if (targetThroughput <= 0n || pollIntervalMicros <= 0n) return undefined;
  const pollsUp = (micros: bigint) => dividedUp(micros, pollIntervalMicros) * pollIntervalMicros;
  const planOver = (intervalMicros: bigint): TopUpPlan => ({
    amountBytes: dividedUp(targetThroughput * intervalMicros, numericUnitsPerOne * microsPerSecond),
    intervalMicros,
  });
  const asked =
    minTopupIntervalMicros > pollIntervalMicros ? minTopupIntervalMicros : pollIntervalMicros;
  const plan = planOver(pollsUp(asked));
  if (plan.amountBytes >= minTopupAmountBytes) return plan;
  const seconds = dividedUp(minTopupAmountBytes * numericUnitsPerOne, targetThroughput);
  return planOver(pollsUp(seconds * microsPerSecond));
};

/** The input of the automation. */
export interface TopUpSituation {
  /** Extra traffic left, bytes. */
  readonly extraTrafficRemainderBytes: bigint;
  /** Microseconds since the Unix epoch. */
  readonly lastPurchasedAt: bigint;
  /** Microseconds since the Unix epoch. */
  readonly now: bigint;
}

/** Whether a purchase is due: less traffic left than one top-up, and the interval over. */
export const isTopUpDue = (
  { amountBytes, intervalMicros }: TopUpPlan,
  { extraTrafficRemainderBytes, lastPurchasedAt, now }: TopUpSituation,
): boolean => extraTrafficRemainderBytes < amountBytes && lastPurchasedAt + intervalMicros <= now;
