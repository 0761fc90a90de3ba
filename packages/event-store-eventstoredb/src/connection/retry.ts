import { setTimeout as sleep } from "node:timers/promises";

const FIRST_DELAY_MS = 25;
const MAX_DELAY_MS = 500;
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

/** Delays from 25 ms to half a second. @param random from 0 up to 1 */
export const createBackOff = (random: () => number = Math.random): BackOff => {
  let delayMs = FIRST_DELAY_MS;
  return {
    next: () => {
      const present = delayMs;
      delayMs = Math.min(delayMs * GROWTH, MAX_DELAY_MS);
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
