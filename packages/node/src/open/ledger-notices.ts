import { defaultLedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerOptions } from "../ledger/ledger.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { type LedgerClock, steadyClock, systemTime } from "../ledger/steady-clock.js";

/** Where the notices of a ledger go. */
export const noticesOf =
  ({ onNotice, observer }: Pick<LedgerOptions, "onNotice" | "observer">) =>
  (notice: LedgerNotice): void => {
    observer?.noticed?.(notice);
    onNotice?.(notice);
  };

/** The clock a ledger is opened with: that of the options, or the system's without jumps. */
export const clockOf = (
  options: Pick<LedgerOptions, "clock" | "config" | "onNotice" | "observer">,
): LedgerClock => {
  if (options.clock !== undefined) return options.clock;
  const { maxClockJumpMicros } = { ...defaultLedgerConfig, ...options.config };
  const notice = noticesOf(options);
  return steadyClock(systemTime, maxClockJumpMicros, (message) =>
    notice({ kind: "clock", message }),
  );
};
