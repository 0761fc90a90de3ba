import { systemTimers, type Timers } from "@tallystick/background";
import type { ReadFor } from "../interface/read-for.js";

/** Lets long reads take turns with each other and with other work of the process. */
export interface ReadTurns {
  /**
   * Calls `step` in turns until it returns a result. A step takes a few milliseconds at most. The
   * reads of one user run one after the other, so that few are half done at any time. Rejects with
   * what a step throws.
   * @returns undefined when the signal is aborted; no step is called after that
   */
  run<A>(readFor: ReadFor, step: () => A | undefined): Promise<A | undefined>;
}

/** Options of turns. */
export interface TurnParts {
  /** How long steps run in a row; milliseconds. */
  readonly budgetMs: number;
  /** A monotonic clock; milliseconds. */
  readonly nowMs: () => number;
  /** Calls back after all other work queued in the event loop. */
  readonly later: (callback: () => void) => void;
}

/** Turns in the event loop of some timers. */
export const turnsBy = (timers: Timers): TurnParts => ({
  budgetMs: 2,
  nowMs: () => timers.nowMs(),
  later: (callback) => timers.later(callback),
});

const usualParts = turnsBy(systemTimers);

/** Runs one step; true when it was the last. */
type Job = () => boolean;

/**
 * Turns for one event loop. Reads that each waited for a turn of the loop would all run in the same
 * one: a hundred of them would block other work a hundred times as long as one.
 */
export const readTurns = (parts: Partial<TurnParts> = {}): ReadTurns => {
  const { budgetMs, nowMs, later } = { ...usualParts, ...parts };
  // a Map iterates in the order of insertion: after its turn a read is moved to the end
  const waiting = new Map<string, Array<Job>>();
  const stepOfNext = (): void => {
    for (const [by, jobs] of waiting) {
      if (jobs[0]?.() !== false) jobs.shift();
      waiting.delete(by);
      if (jobs.length > 0) waiting.set(by, jobs);
      return;
    }
  };
  const work = (): void => {
    const untilMs = nowMs() + budgetMs;
    do stepOfNext();
    while (waiting.size > 0 && nowMs() < untilMs);
    if (waiting.size > 0) later(work);
  };
  const add = (by: string, job: Job): void => {
    if (waiting.size === 0) later(work);
    const others = waiting.get(by);
    if (others === undefined) waiting.set(by, [job]);
    else others.push(job);
  };
  return {
    run: <A>({ by = "", signal }: ReadFor, step: () => A | undefined) =>
      new Promise<A | undefined>((resolve, reject) => {
        add(by, () => {
          try {
            const isLeft = signal?.aborted === true;
            const result = isLeft ? undefined : step();
            if (result === undefined && !isLeft) return false;
            resolve(result);
          } catch (thrown) {
            reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
          }
          return true;
        });
      }),
  };
};
