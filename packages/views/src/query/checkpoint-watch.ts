import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "../fold/fold-events.js";
import type { ViewsError } from "../interface/views.js";

interface Waiter {
  readonly offset: number;
  readonly settle: (outcome: Either<ViewsError, number>) => void;
}

/** How long and until when to wait. */
export interface Waiting {
  readonly timeoutMs?: number | undefined;
  /** Ends the wait with `closed`. */
  readonly signal?: AbortSignal | undefined;
}

/** The checkpoint as the reading side knows it, and who waits for it to move. */
export interface CheckpointWatch {
  readonly current: () => Checkpoint;
  readonly advance: (checkpoint: Checkpoint) => void;
  /** Sets the checkpoint back, after a reset, and forgets an earlier error. */
  readonly rewind: (checkpoint: Checkpoint) => void;
  /** Ends all waits, present and future, with this error. */
  readonly fail: (error: ViewsError) => void;
  readonly waitFor: (offset: number, waiting?: Waiting) => Promise<Either<ViewsError, number>>;
}

const aborted: ViewsError = { kind: "closed", message: "the wait was given up" };

/**
 * A watch that starts at a checkpoint.
 * @param onWait told after each wait that has begun
 */
export const checkpointWatch = (
  start: Checkpoint,
  onWait: () => void = () => undefined,
): CheckpointWatch => {
  let checkpoint = start;
  let failed: ViewsError | undefined;
  const waiters = new Set<Waiter>();

  const settleReached = (): void => {
    for (const waiter of waiters) {
      if (waiter.offset <= checkpoint.offset) {
        waiter.settle(right(checkpoint.offset));
      }
    }
  };

  const wait = (offset: number, waiting: Waiting): Promise<Either<ViewsError, number>> =>
    new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const onAbort = (): void => waiter.settle(left(aborted));
      const waiter: Waiter = {
        offset,
        settle: (outcome) => {
          waiters.delete(waiter);
          clearTimeout(timer);
          waiting.signal?.removeEventListener("abort", onAbort);
          resolve(outcome);
        },
      };
      waiters.add(waiter);
      waiting.signal?.addEventListener("abort", onAbort);
      if (waiting.timeoutMs !== undefined) {
        const message = `the views did not reach offset ${offset} within ${waiting.timeoutMs} ms`;
        timer = setTimeout(
          () => waiter.settle(left({ kind: "timeout", message })),
          waiting.timeoutMs,
        );
      }
      onWait();
    });

  return {
    current: () => checkpoint,
    advance: (next) => {
      checkpoint = next;
      settleReached();
    },
    rewind: (next) => {
      checkpoint = next;
      failed = undefined;
    },
    fail: (error) => {
      failed ??= error;
      for (const waiter of waiters) {
        waiter.settle(left(failed));
      }
    },
    waitFor: (offset, waiting = {}) => {
      if (offset <= checkpoint.offset) {
        return Promise.resolve(right(checkpoint.offset));
      }
      if (failed !== undefined) {
        return Promise.resolve(left(failed));
      }
      return waiting.signal?.aborted === true
        ? Promise.resolve(left(aborted))
        : wait(offset, waiting);
    },
  };
};
