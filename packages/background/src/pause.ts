import { setTimeout as sleep } from "node:timers/promises";

/** Waits; ends early when the signal is aborted, immediately when it is already. */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
};
