import { nextTurn, systemTimers, type Timers } from "@tallystick/background";

/** The longest time to gather commands for one append; milliseconds. */
const gatheringMs = 2;

/**
 * Waits for one turn of the event loop, so that commands about to be submitted join the same
 * append, and for further turns while each brings more: a flush takes longer than that.
 *
 * @param waiting how many wait now
 * @param enough the most commands of one append
 */
export const gatherCommands = async (
  waiting: () => number,
  enough: number,
  timers: Timers = systemTimers,
): Promise<void> => {
  const untilMs = timers.nowMs() + gatheringMs;
  let before: number;
  do {
    before = waiting();
    await nextTurn(timers);
  } while (waiting() > before && waiting() < enough && timers.nowMs() < untilMs);
};
