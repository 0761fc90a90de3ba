import { useSyncExternalStore } from "react";

let waiting = 0;
const listeners = new Set<() => void>();

/** Takes how many things wait for the user. */
export const noteWaiting = (count: number): void => {
  if (count === waiting) return;
  waiting = count;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How many things wait for the user; 0 while that is not known. */
export const useWaitingCount = (): number => useSyncExternalStore(subscribe, () => waiting);
