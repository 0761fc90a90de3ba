import type { Micros } from "@tallystick/core";
import type { LedgerClock } from "../ledger/steady-clock.js";

/** A clock that moves only when it is moved. */
export interface ManualClock {
  readonly now: LedgerClock;
  /**
   * Moves it forward.
   *
   * @param micros how far
   * @returns the new time; undefined when the time to pass is no whole number above 0, or leads
   * past the last time a ledger knows
   */
  readonly advance: (micros: number) => Micros | undefined;
}

/**
 * The last moment a ledger knows: the end of the year 9999, microseconds since the Unix epoch; a
 * number holds times exactly until 2255.
 */
const last = Number.MAX_SAFE_INTEGER;

/**
 * A clock that begins at a moment.
 *
 * @param start microseconds since 1970
 */
export const manualClock = (start: Micros): ManualClock => {
  let at = start;
  // time that was moved forward does not go back when the node is started again
  const startFrom = (recordTime: Micros): void => {
    at = Math.max(at, recordTime);
  };
  return {
    now: Object.assign(() => at, { startFrom }),
    advance: (micros) => {
      if (!Number.isSafeInteger(micros) || micros <= 0 || at + micros > last) return undefined;
      at += micros;
      return at;
    },
  };
};
