/** A callback that is due later. */
export interface Timer {
  /** Nothing is called any more. */
  cancel(): void;
  /** The process may end before it is due. */
  unref(): Timer;
  /** Begins the delay again. */
  refresh(): void;
}

/** Elapsed time, and what is called back as it passes: the system's, or one that tests drive. */
export interface Timers {
  /** Milliseconds of a monotonic clock. */
  nowMs(): number;
  /** Milliseconds since the Unix epoch, by a clock that can be set. */
  wallMs(): number;
  /**
   * Calls back once.
   *
   * @param ms delay; milliseconds
   */
  after(ms: number, callback: () => void): Timer;
  /**
   * Calls back again and again.
   *
   * @param ms interval; milliseconds
   */
  every(ms: number, callback: () => void): Timer;
  /** Calls back after all other work queued in the event loop. */
  later(callback: () => void): void;
}

const timerOf = (timeout: NodeJS.Timeout): Timer => {
  const timer: Timer = {
    cancel: () => clearTimeout(timeout),
    unref: () => {
      timeout.unref();
      return timer;
    },
    refresh: () => void timeout.refresh(),
  };
  return timer;
};

/** The timers of this process. */
export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  after: (ms, callback) => timerOf(setTimeout(callback, ms)),
  every: (ms, callback) => timerOf(setInterval(callback, ms)),
  later: (callback) => void setImmediate(callback),
};

/** Timers of which those set once do not keep the process running. */
export const inBackground = (timers: Timers): Timers => ({
  ...timers,
  after: (ms, callback) => timers.after(ms, callback).unref(),
});

/** Resolves in the next turn of the event loop. */
export const nextTurn = (timers: Timers): Promise<void> =>
  new Promise((resume) => timers.later(resume));
