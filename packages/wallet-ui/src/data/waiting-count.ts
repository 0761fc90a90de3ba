import { sharedValue } from "./shared-value.js";

const waiting = sharedValue(0);

/** Takes how many things wait for the user. */
export const noteWaiting = waiting.note;

/** How many things wait for the user; 0 while that is not known. */
export const useWaitingCount = waiting.use;
