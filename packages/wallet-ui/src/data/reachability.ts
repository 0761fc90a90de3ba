import { sharedValue } from "./shared-value.js";
import { messages } from "./messages.js";

const reachable = sharedValue(true);
const following = sharedValue(true);

/** Takes whether the last request got an answer. */
export const noteReachable = reachable.note;

/** A channel that was lost is usually open again after so many attempts. */
const usualAttempts = 3;

/** Takes whether changes come by themselves, and how often it was attempted since they did. */
export const noteFollowing = (isLive: boolean, attempts: number): void =>
  following.note(isLive || attempts < usualAttempts);

/** Whether the node answers: false after a request without an answer, until the next one. */
export const useReachable = reachable.use;

/** Whether changes come by themselves; false after several attempts that failed. */
export const useFollowing = following.use;

/** Why nothing can be sent now; undefined when it can. For the `reason` of a button. */
export const useSendingBlock = (): string | undefined =>
  useReachable() ? undefined : messages.node.sendingBlocked;
