import { useSyncExternalStore } from "react";
import { messages } from "./messages.js";

let isReachable = true;
const listeners = new Set<() => void>();

/** Takes whether the last request got an answer. */
export const noteReachable = (reachable: boolean): void => {
  if (reachable === isReachable) return;
  isReachable = reachable;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the node answers: false after a request without an answer, until the next one. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => isReachable);

/** Why nothing can be sent now; undefined when it can. For the `reason` of a button. */
export const useSendingBlock = (): string | undefined =>
  useReachable() ? undefined : messages.node.sendingBlocked;
