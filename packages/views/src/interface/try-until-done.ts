import { BackOff, type Delays, pause, type Timers } from "@tallystick/background";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { ViewsError } from "./views.js";

/** Delay before the next attempt. */
const delays: Delays = { firstMs: 100, mostMs: 5_000 };

/** An operation with retries. */
export interface Trying {
  /** Resolves with the last outcome. */
  readonly done: Promise<Either<ViewsError, void>>;
  readonly stop: () => void;
}

/**
 * Retries after transient errors (`file`, `worker`), with growing delays.
 *
 * @param attempt left: the error; an exception counts as `file`
 * @param onError called with the first error
 */
export const tryUntilDone = (
  attempt: () => Promise<Either<ViewsError, void>>,
  onError: (error: ViewsError) => void,
  timers?: Timers,
): Trying => {
  const stopping = new AbortController();
  const backOff = new BackOff(delays);
  const run = async (): Promise<Either<ViewsError, void>> => {
    for (let isFirst = true; ; isFirst = false) {
      const outcome = await attempt().catch(fileError);
      if (!isLeft(outcome)) return right(undefined);
      if (isFirst) onError(outcome.left);
      const { kind } = outcome.left;
      if (kind !== "file" && kind !== "worker") return outcome;
      await pause(backOff.next(), stopping.signal, timers);
      if (stopping.signal.aborted) return outcome;
    }
  };
  return { done: run(), stop: () => stopping.abort() };
};

const fileError = (thrown: unknown): Either<ViewsError, never> =>
  left({ kind: "file", message: thrown instanceof Error ? thrown.message : String(thrown) });
