import { Listeners } from "@tallystick/background";
import type { Micros } from "@tallystick/core";
import type { LedgerClock } from "../ledger/steady-clock.js";

/** A clock that only moves on request. */
export interface ManualClock {
  readonly now: LedgerClock;
  /**
   * Moves it forward.
   *
   * @param micros how far
   * @returns the new time; undefined when the argument is not a whole number above 0, or the result
   * is beyond the last time of a ledger
   */
  readonly advance: (micros: number) => Micros | undefined;
  /**
   * Sets it to a time that it had, for a ledger that is reverted to a snapshot.
   *
   * @param micros the time; nothing for a later one, and for what is none
   */
  readonly setBack: (micros: Micros) => void;
  /**
   * Calls `listener` each time it was moved.
   *
   * @returns the function that removes it
   */
  readonly onMoved: (listener: () => void) => () => void;
}

/**
 * The last time of a ledger: the end of the year 9999, microseconds since the Unix epoch; a number
 * holds times exactly until 2255.
 */
const last = Number.MAX_SAFE_INTEGER;

/**
 * A clock that begins at a moment.
 *
 * @param start microseconds since 1970
 */
export const manualClock = (start: Micros): ManualClock => {
  let at = start;
  const moves = new Listeners();
  // time does not go back when the node restarts
  const startFrom = (recordTime: Micros): void => {
    at = Math.max(at, recordTime);
  };
  return {
    now: Object.assign(() => at, { startFrom }),
    advance: (micros) => {
      if (!Number.isSafeInteger(micros) || micros <= 0 || at + micros > last) return undefined;
      at += micros;
      moves.tell();
      return at;
    },
    setBack: (micros) => {
      if (!Number.isSafeInteger(micros) || micros < 0) return;
      at = Math.min(at, micros);
      moves.tell();
    },
    onMoved: moves.add,
  };
};
