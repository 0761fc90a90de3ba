import { systemTimers, type Timers } from "@tallystick/background";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";

/** What a caller should do after a timeout, by the kind of request. */
const whatToDo = {
  command:
    "it may take effect later. Submit the command again with the same command id, which returns its outcome",
  change: "it may take effect later. Check whether it did, and send it again if not",
  read: "it changed nothing. Request less, or try again later",
} as const;

/** What a request is, for the sentence about a timeout. */
export type TimedKind = keyof typeof whatToDo;

const timedOut = (timeoutMs: number, kind: TimedKind): LedgerError =>
  ledgerError(
    "REQUEST_TIME_OUT",
    `The request was not finished within ${timeoutMs} ms (server.requestTimeoutMs); ${whatToDo[kind]}`,
    { definiteAnswer: false },
  );

/** Work that may take too long. */
interface TimedWork {
  readonly kind: TimedKind;
  readonly onTimeout?: () => void;
  readonly timers?: Timers;
}

/**
 * The answer of a handler, if it is in time. Throws REQUEST_TIME_OUT without a definite answer
 * after `timeoutMs` (ledger-api 2.3): the work continues, and its late outcome is dropped.
 */
export const withTimeout = <A>(
  work: Promise<A>,
  timeoutMs: number,
  { kind, onTimeout = () => undefined, timers = systemTimers }: TimedWork,
): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = timers.after(timeoutMs, () => {
      onTimeout();
      reject(new LedgerFailure(timedOut(timeoutMs, kind)));
    });
    // a process that stops does not wait for this
    timer.unref();
    work.then(resolve, reject).finally(() => timer.cancel());
  });
