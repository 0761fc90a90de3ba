/** Longest time that commands are gathered for one append; milliseconds. */
const gatheringMs = 2;

/**
 * Waits for one turn of the event loop, so that all who are about to submit are in the same append,
 * and for further turns as long as each brings more: a flush takes longer than they do.
 *
 * @param waiting how many wait now
 * @param enough how many one append takes
 * @param nowMs a clock that never goes back; milliseconds
 */
export const allWaiting = async (
  waiting: () => number,
  enough: number,
  nowMs: () => number = () => performance.now(),
): Promise<void> => {
  const untilMs = nowMs() + gatheringMs;
  let before: number;
  do {
    before = waiting();
    await new Promise<void>((resume) => setImmediate(resume));
  } while (waiting() > before && waiting() < enough && nowMs() < untilMs);
};
