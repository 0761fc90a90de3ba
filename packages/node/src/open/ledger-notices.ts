import { systemTimers } from "@tallystick/background";
import { defaultLedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerOptions } from "../ledger/ledger.js";
import type { LedgerNotice, LedgerThread } from "../ledger/ledger-observer.js";
import { type LedgerClock, steadyClock, systemTime, timesOf } from "../ledger/steady-clock.js";

/** Where the notices of a ledger go. */
export const noticesOf =
  ({ onNotice, observer }: Pick<LedgerOptions, "onNotice" | "observer">) =>
  (notice: LedgerNotice): void => {
    observer?.noticed?.(notice);
    onNotice?.(notice);
  };

/** Returns the function to call with the reason each time a thread ended. */
export type ThreadEnds = (thread: LedgerThread) => (reason: string) => void;

/** Within this time further ends of a thread are counted, but not reported; milliseconds. */
const quietMs = 60_000;

/** Handles ends of threads: each is counted, and several in a row are one line of the log. */
export const threadEndsOf = (
  options: Pick<LedgerOptions, "onNotice" | "observer" | "timers">,
): ThreadEnds => {
  const { timers = systemTimers } = options;
  const notice = noticesOf(options);
  const last = new Map<LedgerThread, number>();
  return (thread) => (reason) => {
    options.observer?.threadEnded?.(thread);
    const [now, before] = [timers.nowMs(), last.get(thread)];
    last.set(thread, now);
    if (before !== undefined && now - before < quietMs) return;
    notice({ kind: "thread-ended", message: `${reason}; it is restarted` });
  };
};

/** The clock a ledger is opened with: that of the options, or the system's without jumps. */
export const clockOf = (
  options: Pick<LedgerOptions, "clock" | "timers" | "config" | "onNotice" | "observer">,
): LedgerClock => {
  if (options.clock !== undefined) return options.clock;
  const { maxClockJumpMicros } = { ...defaultLedgerConfig, ...options.config };
  const notice = noticesOf(options);
  const { timers } = options;
  const times = timers === undefined ? systemTime : timesOf(timers);
  return steadyClock(times, maxClockJumpMicros, (message) => notice({ kind: "clock", message }));
};
