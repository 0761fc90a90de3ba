import { AssertionError } from "chai";
import { patienceMs } from "./patience.js";

/** What is read of a page may change in the next moment; milliseconds until it is read again. */
const pauseMs = 50;

/**
 * Expects again and again until it holds: what a page shows follows what is done a moment later.
 *
 * @param expects reads the page anew each time, and compares it
 * @throws the last comparison that failed, and at once whatever is no comparison
 */
export const eventually = async (expects: () => Promise<unknown>): Promise<void> => {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    try {
      await expects();
      return;
    } catch (thrown) {
      if (!(thrown instanceof AssertionError) || performance.now() > endMs) throw thrown;
    }
    await new Promise((resume) => setTimeout(resume, pauseMs));
  }
};
