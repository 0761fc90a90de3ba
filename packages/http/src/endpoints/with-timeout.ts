import { type LedgerError, ledgerError } from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";

const timedOut = (timeoutMs: number): LedgerError =>
  ledgerError(
    "REQUEST_TIME_OUT",
    `The request was not done within ${timeoutMs} ms; it may take effect later. A command is submitted again under the same command id, which returns what became of it`,
    { definiteAnswer: false },
  );

/**
 * What a handler answers, if it answers in time. Throws REQUEST_TIME_OUT without a definite answer
 * once `timeoutMs` have passed (ledger-api 2.3): the work itself continues, and its late outcome is
 * dropped.
 * @param onTimeout is called when the time has passed
 */
export const withTimeout = <A>(
  work: Promise<A>,
  timeoutMs: number,
  onTimeout: () => void = () => undefined,
): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onTimeout();
      reject(new LedgerFailure(timedOut(timeoutMs)));
    }, timeoutMs);
    // a process that stops does not wait for answers that no one receives
    timer.unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
