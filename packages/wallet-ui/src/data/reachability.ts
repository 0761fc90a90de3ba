import { useSyncExternalStore } from "react";
import { messages } from "./messages.js";

let isReachable = true;
let isFollowing = true;
const listeners = new Set<() => void>();

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Takes whether the last request got an answer. */
export const noteReachable = (reachable: boolean): void => {
  if (reachable === isReachable) return;
  isReachable = reachable;
  changed();
};

/** A channel that was lost is usually open again after so many attempts. */
const usualAttempts = 3;

/** Takes whether changes come by themselves, and how often it was attempted since they did. */
export const noteFollowing = (isLive: boolean, attempts: number): void => {
  const following = isLive || attempts < usualAttempts;
  if (following === isFollowing) return;
  isFollowing = following;
  changed();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the node answers: false after a request without an answer, until the next one. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => isReachable);

/** Whether changes come by themselves; false after several attempts that failed. */
export const useFollowing = (): boolean => useSyncExternalStore(subscribe, () => isFollowing);

/** Why nothing can be sent now; undefined when it can. For the `reason` of a button. */
export const useSendingBlock = (): string | undefined =>
  useReachable() ? undefined : messages.node.sendingBlocked;
