import { thrownText } from "../ledger/thrown-text.js";
import type { LedgerOptions } from "../ledger/ledger.js";
import type { LedgerNotice, LedgerObserver } from "../ledger/ledger-observer.js";

type Watching = Pick<LedgerOptions, "observer" | "onNotice">;

/**
 * An observer whose exceptions do not reach the ledger, as it is called during appends and answers.
 * The first exception of each function is a notice.
 */
export const guardedWatching = ({ observer, onNotice }: Watching): Watching => {
  const failed = new Set<string>();
  const guarded =
    <Given extends ReadonlyArray<unknown>>(place: string, call: (...given: Given) => unknown) =>
    (...given: Given): void => {
      const failure = (thrown: unknown): void => {
        if (failed.has(place)) return;
        failed.add(place);
        const message = `${place} failed (reported only once): ${thrownText(thrown)}`;
        notice({ kind: "observer", message });
      };
      contained(() => call(...given), failure);
    };
  const safe: Watching = {
    ...(observer === undefined ? {} : { observer: guardedObserver(observer, guarded) }),
    ...(onNotice === undefined ? {} : { onNotice: guarded("onNotice", onNotice) }),
  };
  const notice = (said: LedgerNotice): void => {
    safe.observer?.noticed?.(said);
    safe.onNotice?.(said);
  };
  return safe;
};

/** Calls what a program gave; what it throws, at once or later, goes to `failed` alone. */
export const contained = (call: () => unknown, failed: (thrown: unknown) => void): void => {
  try {
    const answer = call();
    if (answer instanceof Promise) answer.catch(failed);
  } catch (thrown) {
    failed(thrown);
  }
};

type Guard = <Given extends ReadonlyArray<unknown>>(
  place: string,
  call: (...given: Given) => unknown,
) => (...given: Given) => void;

// the functions are called on the observer, which may be an instance of a class
const guardedObserver = (observer: LedgerObserver, guarded: Guard): LedgerObserver => ({
  opened: guarded("observer.opened", (gauges) => observer.opened(gauges)),
  submitted: guarded("observer.submitted", (seen) => observer.submitted(seen)),
  appended: guarded("observer.appended", (seen) => observer.appended(seen)),
  threadEnded: guarded("observer.threadEnded", (thread) => observer.threadEnded?.(thread)),
  noticed: guarded("observer.noticed", (notice) => observer.noticed?.(notice)),
});
