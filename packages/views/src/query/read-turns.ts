import type { ReadFor } from "../interface/read-for.js";

/** Lets long reads take turns with each other and with everything else that the process does. */
export interface ReadTurns {
  /**
   * Calls `step` in its turn, again and again until it gives something, which is the result. A step
   * takes a few milliseconds at most. Of one user, a read is done before the next one begins, so
   * that few are half done at any time. Rejects with what a step throws.
   * @returns undefined once the signal is aborted; no step is called after that
   */
  run<A>(readFor: ReadFor, step: () => A | undefined): Promise<A | undefined>;
}

/** What turns are made with. */
export interface TurnParts {
  /** Steps are called in a row for so long; milliseconds. */
  readonly budgetMs: number;
  /** A clock that never goes back; milliseconds. */
  readonly nowMs: () => number;
  /** Calls back after all else that waits for its turn in the event loop. */
  readonly later: (callback: () => void) => void;
}

const usualParts: TurnParts = {
  budgetMs: 2,
  nowMs: () => performance.now(),
  later: (callback) => void setImmediate(callback),
};

/** Makes one step; true when it was the last. */
type Job = () => boolean;

/**
 * Turns for one event loop. Reads that each waited for a turn of the loop by themselves would all
 * be called in the same one: a hundred of them would hold up everything else a hundred times as
 * long as one.
 */
export const readTurns = (parts: Partial<TurnParts> = {}): ReadTurns => {
  const { budgetMs, nowMs, later } = { ...usualParts, ...parts };
  // a Map iterates in the order of insertion: whoever had a turn is put behind the others
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
