import { PassingMap, systemTimers, type Timers } from "@tallystick/background";

/** Callers that wait for the ledger to reach an offset. */
export interface OffsetWaits {
  /** Resolves with true when the offset is reached, with false after `timeoutMs` or `endAll`. */
  until(offset: number, timeoutMs: number): Promise<boolean>;
  /** Answers waits for offsets that are reached. */
  advanced(): void;
  /** Answers all remaining waits, and those that come later at once. */
  endAll(): void;
}

interface Wait {
  readonly offset: number;
  readonly end: (reached: boolean) => void;
}

/** @param ledgerEnd offset of the last event known here */
export const offsetWaits = (
  ledgerEnd: () => number,
  timers: Timers = systemTimers,
): OffsetWaits => {
  const waiting = new PassingMap<Wait, Wait>();
  let hasEnded = false;
  return {
    until: (offset, timeoutMs) =>
      new Promise((resolve) => {
        if (hasEnded || ledgerEnd() >= offset || timeoutMs <= 0) {
          resolve(ledgerEnd() >= offset);
          return;
        }
        const end = (reached: boolean): void => {
          timer.cancel();
          waiting.delete(wait);
          resolve(reached);
        };
        const timer = timers.after(timeoutMs, () => end(false)).unref();
        const wait = { offset, end };
        waiting.set(wait, wait);
      }),
    advanced: () => {
      if (waiting.size === 0) return;
      const reached = ledgerEnd();
      for (const { offset, end } of waiting.values()) if (offset <= reached) end(true);
    },
    endAll: () => {
      hasEnded = true;
      for (const { end } of waiting.values()) end(false);
    },
  };
};
