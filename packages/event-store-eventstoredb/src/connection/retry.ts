import { setTimeout as sleep } from "node:timers/promises";

const FIRST_DELAY_MS = 25;
const MAX_DELAY_MS = 1_000;
const GROWTH = 2;

/**
 * Delays between attempts: growing, and each a little different, so that many clients do not come
 * at once.
 */
export interface BackOff {
  /** The next delay, in milliseconds. */
  next(): number;
  /** Begins again with the shortest delay. */
  reset(): void;
}

/**
 * Delays from 25 ms on.
 *
 * @param random from 0 up to 1
 * @param maxDelayMs default a second
 */
export const createBackOff = (
  random: () => number = Math.random,
  maxDelayMs: number = MAX_DELAY_MS,
): BackOff => {
  let delayMs = FIRST_DELAY_MS;
  return {
    next: () => {
      const present = delayMs;
      delayMs = Math.min(delayMs * GROWTH, maxDelayMs);
      return Math.round(present / 2 + (present / 2) * random());
    },
    reset: () => {
      delayMs = FIRST_DELAY_MS;
    },
  };
};

/** Waits, without keeping the process alive by itself; ends early when the signal is aborted. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
};
