import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { ViewsError } from "./views.js";

/** First wait before the next try, doubled each time; milliseconds. */
const firstDelayMs = 100;
/** Longest such wait; milliseconds. */
const maxDelayMs = 5_000;

/** Something that is tried until it works. */
export interface Trying {
  /** Resolves with the last outcome. */
  readonly done: Promise<Either<ViewsError, void>>;
  /** Tries no more. */
  readonly stop: () => void;
}

/**
 * Tries again while the error is one that may pass (`file`, `worker`), later each time.
 *
 * @param attempt left: why it did not work; what it throws counts as `file`
 * @param onError called with the first error
 */
export const tryUntilDone = (
  attempt: () => Promise<Either<ViewsError, void>>,
  onError: (error: ViewsError) => void,
): Trying => {
  let isStopped = false;
  let endPause = (): void => undefined;
  const pause = (ms: number): Promise<void> =>
    new Promise((resume) => {
      const timer = setTimeout(resume, ms);
      endPause = () => {
        clearTimeout(timer);
        resume();
      };
    });
  const run = async (): Promise<Either<ViewsError, void>> => {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, maxDelayMs)) {
      const outcome = await attempt().catch(fileError);
      if (!isLeft(outcome)) return right(undefined);
      if (delayMs === firstDelayMs) onError(outcome.left);
      const { kind } = outcome.left;
      if ((kind !== "file" && kind !== "worker") || isStopped) return outcome;
      await pause(delayMs);
      if (isStopped) return outcome;
    }
  };
  return {
    done: run(),
    stop: () => {
      isStopped = true;
      endPause();
    },
  };
};

const fileError = (thrown: unknown): Either<ViewsError, never> =>
  left({ kind: "file", message: thrown instanceof Error ? thrown.message : String(thrown) });
