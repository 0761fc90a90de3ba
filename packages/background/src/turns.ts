import { systemTimers, type Timers } from "./timers.js";

/** Whose work it is, and its abort signal. */
export interface TurnFor {
  /**
   * The calling user. Users take turns, however much each of them asks for. Default "": the node
   * itself.
   */
  readonly by?: string | undefined;
  /** Aborts the work. */
  readonly signal?: AbortSignal | undefined;
}

/** Lets long work take turns with other long work and with everything else of the process. */
export interface Turns {
  /**
   * Calls `step` in turns until it returns a result. A step takes a few milliseconds at most. What
   * one user asks for is done one after the other, so that little is half done at any time. Rejects
   * with what a step throws.
   * @returns undefined when the signal is aborted; no step is called after that
   */
  run<A>(turnFor: TurnFor, step: () => A | undefined): Promise<A | undefined>;
}

interface TurnParts {
  /** How long steps, and what is done with their results, run in a row; milliseconds. */
  readonly budgetMs: number;
  /** A monotonic clock; milliseconds. */
  readonly nowMs: () => number;
  /** Calls back after all other work queued in the event loop. */
  readonly later: (callback: () => void) => void;
  /** Calls back after the continuation of whoever received a result. */
  readonly settled: (callback: () => void) => void;
}

// promises run before the next tick that one of them asks for
const afterPromises = (callback: () => void): void =>
  queueMicrotask(() => process.nextTick(callback));

/** Turns in the event loop of some timers. */
export const turnsBy = (timers: Timers): TurnParts => ({
  budgetMs: 2,
  nowMs: () => timers.nowMs(),
  later: (callback) => timers.later(callback),
  settled: afterPromises,
});

const usualParts = turnsBy(systemTimers);

/** Runs one step: whether it was the last, and a result is delivered. */
type Job = () => boolean;

/**
 * Turns for one event loop. Work that each waited for a turn of the loop would all run in the same
 * one: a hundred pages would block other work a hundred times as long as one. What is done with a
 * result counts as the time of its step: a step that finds its part in memory is cheap, and the
 * answer that is written of it is not.
 */
export const createTurns = (parts: Partial<TurnParts> = {}): Turns => {
  const { budgetMs, nowMs, later, settled } = { ...usualParts, ...parts };
  // a Map iterates in the order of insertion: after its turn a user is moved to the end
  const waiting = new Map<string, Array<Job>>();
  let isRunning = false;
  /** True when a result was delivered. */
  const stepOfNext = (): boolean => {
    for (const [by, jobs] of waiting) {
      const isDone = jobs[0]?.() !== false;
      if (isDone) jobs.shift();
      waiting.delete(by);
      if (jobs.length > 0) waiting.set(by, jobs);
      return isDone;
    }
    return false;
  };
  const goOn = (untilMs: number): void => {
    let isDelivered = false;
    do isDelivered = stepOfNext();
    while (!isDelivered && waiting.size > 0 && nowMs() < untilMs);
    if (isDelivered) settled(() => proceed(untilMs));
    else proceed(untilMs);
  };
  const proceed = (untilMs: number): void => {
    if (waiting.size === 0) isRunning = false;
    else if (nowMs() < untilMs) goOn(untilMs);
    else later(work);
  };
  const work = (): void => goOn(nowMs() + budgetMs);
  const add = (by: string, job: Job): void => {
    if (!isRunning) later(work);
    isRunning = true;
    const others = waiting.get(by);
    if (others === undefined) waiting.set(by, [job]);
    else others.push(job);
  };
  return {
    run: <A>({ by = "", signal }: TurnFor, step: () => A | undefined) =>
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
