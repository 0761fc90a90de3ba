import { systemTimers, type Timers } from "./timers.js";

/** Waits; ends early when the signal is aborted, immediately when it is already. */
export const pause = (
  ms: number,
  signal?: AbortSignal,
  timers: Timers = systemTimers,
): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = (): void => {
      timer.cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = timers.after(ms, end);
    signal?.addEventListener("abort", end);
  });
