import {
  Listeners,
  PassingMap,
  systemTimers,
  type Timer,
  type Timers,
} from "@tallystick/background";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "./fold.js";
import type { ViewsError } from "../interface/views.js";

interface Waiter {
  readonly offset: number;
  readonly settle: (outcome: Either<ViewsError, number>) => void;
}

export interface Waiting {
  readonly timeoutMs?: number | undefined;
  /** Ends the wait with `closed`. */
  readonly signal?: AbortSignal | undefined;
}

/** The checkpoint of the reading side, and the waits for it. */
export interface CheckpointWatch {
  readonly current: () => Checkpoint;
  readonly advance: (checkpoint: Checkpoint) => void;
  /** Resets the checkpoint, and drops an earlier error. */
  readonly rewind: (checkpoint: Checkpoint) => void;
  /** Ends all waits, current and future, with this error. */
  readonly fail: (error: ViewsError) => void;
  /** Ends all waits until `resume` with this error. */
  readonly interrupt: (error: ViewsError) => void;
  readonly resume: () => void;
  /** Calls `listener` after each start of a wait. */
  readonly onWait: (listener: () => void) => () => void;
  /** True while there are waits. */
  readonly isAwaited: () => boolean;
  readonly waitFor: (offset: number, waiting?: Waiting) => Promise<Either<ViewsError, number>>;
}

const aborted: ViewsError = { kind: "closed", message: "the wait was cancelled" };

class Watch implements CheckpointWatch {
  #checkpoint: Checkpoint;
  #failed: ViewsError | undefined;
  #interrupted: ViewsError | undefined;
  readonly #waits = new Listeners();
  readonly #waiters = new PassingMap<Waiter, Waiter>();

  readonly #timers: Timers;

  constructor(start: Checkpoint, timers: Timers) {
    this.#timers = timers;
    this.#checkpoint = start;
  }

  readonly current = (): Checkpoint => this.#checkpoint;

  readonly advance = (next: Checkpoint): void => {
    this.#checkpoint = next;
    for (const waiter of this.#waiters.values())
      if (waiter.offset <= next.offset) waiter.settle(right(next.offset));
  };

  readonly rewind = (next: Checkpoint): void => {
    this.#checkpoint = next;
    this.#failed = undefined;
  };

  readonly fail = (error: ViewsError): void => {
    this.#failed ??= error;
    for (const waiter of this.#waiters.values()) waiter.settle(left(this.#failed));
  };

  readonly interrupt = (error: ViewsError): void => {
    this.#interrupted = error;
    for (const waiter of this.#waiters.values()) waiter.settle(left(error));
  };

  readonly resume = (): void => {
    this.#interrupted = undefined;
  };

  readonly onWait = this.#waits.add;

  readonly isAwaited = (): boolean => this.#waiters.size > 0;

  readonly waitFor = (
    offset: number,
    waiting: Waiting = {},
  ): Promise<Either<ViewsError, number>> => {
    if (offset <= this.#checkpoint.offset) return Promise.resolve(right(this.#checkpoint.offset));
    const error = this.#failed ?? this.#interrupted;
    if (error !== undefined) return Promise.resolve(left(error));
    return waiting.signal?.aborted === true
      ? Promise.resolve(left(aborted))
      : this.#wait(offset, waiting);
  };

  #wait(offset: number, { timeoutMs, signal }: Waiting): Promise<Either<ViewsError, number>> {
    return new Promise((resolve) => {
      let timer: Timer | undefined;
      const onAbort = (): void => waiter.settle(left(aborted));
      const waiter: Waiter = {
        offset,
        settle: (outcome) => {
          this.#waiters.delete(waiter);
          timer?.cancel();
          signal?.removeEventListener("abort", onAbort);
          resolve(outcome);
        },
      };
      this.#waiters.set(waiter, waiter);
      signal?.addEventListener("abort", onAbort);
      if (timeoutMs !== undefined) {
        const message = `the views did not reach offset ${offset} within ${timeoutMs} ms`;
        const late = (): void => waiter.settle(left({ kind: "timeout", message }));
        timer = this.#timers.after(timeoutMs, late);
      }
      this.#waits.tell();
    });
  }
}

export const checkpointWatch = (
  start: Checkpoint,
  timers: Timers = systemTimers,
): CheckpointWatch => new Watch(start, timers);
