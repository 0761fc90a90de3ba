import { shownValue } from "@tallystick/wire";
import { thrownText } from "../ledger/thrown-text.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { LedgerOptions, OpenError } from "../ledger/ledger.js";
import type { LedgerNotice, LedgerObserver } from "../ledger/ledger-observer.js";

type Watching = Pick<LedgerOptions, "observer" | "onNotice">;

const mustHave = ["opened", "submitted", "appended"] as const;
const mayHave = ["threadEnded", "noticed"] as const;

/** Checks an observer; undefined when it is valid. */
const observerError = ({ observer, onNotice }: Watching): string | undefined => {
  if (onNotice !== undefined && typeof onNotice !== "function")
    return notFunction("onNotice", onNotice);
  if (observer === undefined) return undefined;
  if (typeof observer !== "object" || observer === null)
    return `observer: expected an object, found ${shownValue(observer)}`;
  for (const name of [...mustHave, ...mayHave]) {
    const found: unknown = observer[name];
    const isLeftOut = found === undefined && mayHave.some((each) => each === name);
    if (!isLeftOut && typeof found !== "function") return notFunction(`observer.${name}`, found);
  }
  return undefined;
};

const notFunction = (place: string, found: unknown): string =>
  `${place}: expected a function, found ${shownValue(found)}`;

/**
 * An observer whose exceptions do not reach the ledger, as it is called during appends and answers.
 * The first exception of each function is a notice. Left: an observer that lacks a function.
 */
export const guardedWatching = (watching: Watching): Either<OpenError, Watching> => {
  const error = observerError(watching);
  if (error !== undefined) return left({ kind: "config", message: error });
  const { observer, onNotice } = watching;
  const failed = new Set<string>();
  const guarded =
    <Given extends ReadonlyArray<unknown>>(place: string, call: (...given: Given) => unknown) =>
    (...given: Given): void => {
      const failure = (thrown: unknown): void => {
        if (failed.has(place)) return;
        failed.add(place);
        const message = `${place} failed, which is not said again: ${thrownText(thrown)}`;
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
  return right(safe);
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
