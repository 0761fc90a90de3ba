import { systemTimers, type Timers } from "@tallystick/background";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";

const timedOut = (timeoutMs: number): LedgerError =>
  ledgerError(
    "REQUEST_TIME_OUT",
    `The request was not done within ${timeoutMs} ms; it may take effect later. A command is submitted again under the same command id, which returns what became of it`,
    { definiteAnswer: false },
  );

/**
 * The answer of a handler, if it is in time. Throws REQUEST_TIME_OUT without a definite answer
 * after `timeoutMs` (ledger-api 2.3): the work continues, and its late outcome is dropped.
 * @param onTimeout is called at the timeout
 */
export const withTimeout = <A>(
  work: Promise<A>,
  timeoutMs: number,
  onTimeout: () => void = () => undefined,
  timers: Timers = systemTimers,
): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = timers.after(timeoutMs, () => {
      onTimeout();
      reject(new LedgerFailure(timedOut(timeoutMs)));
    });
    // a process that stops does not wait for this
    timer.unref();
    work.then(resolve, reject).finally(() => timer.cancel());
  });
