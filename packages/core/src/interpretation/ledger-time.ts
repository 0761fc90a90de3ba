import type { InterpretationInput, LedgerTimes } from "../contracts/transaction.js";

/** What an interpretation knows of the time. */
type Timed = Pick<InterpretationInput, "ledgerTime" | "trace">;

/** Reads the ledger time: the transaction is then one of this very time. */
export const ledgerTimeOf = ({ ledgerTime, trace }: Timed): bigint => {
  const exactly = BigInt(ledgerTime);
  if (trace !== undefined) narrow(trace.ledgerTimes, exactly, exactly);
  return exactly;
};

/**
 * Whether the ledger time is before a time: the transaction is then one of all times of which the
 * answer is the same (interactive-submission 3.2).
 */
export const isLedgerTimeLess = ({ ledgerTime, trace }: Timed, time: bigint): boolean => {
  const isLess = BigInt(ledgerTime) < time;
  if (trace !== undefined) {
    if (isLess) narrow(trace.ledgerTimes, undefined, time - 1n);
    // no ledger time is before the epoch
    else if (time > 0n) narrow(trace.ledgerTimes, time, undefined);
  }
  return isLess;
};

const narrow = (times: LedgerTimes, min: bigint | undefined, max: bigint | undefined): void => {
  if (min !== undefined && (times.min === undefined || min > times.min)) times.min = min;
  if (max !== undefined && (times.max === undefined || max < times.max)) times.max = max;
};
