import type { Timer, Timers } from "@tallystick/background";
import type { Happening, VirtualTime } from "./virtual-time.js";

/** 2026-01-01T00:00:00Z in milliseconds: when worlds begin. */
export const worldBeginMs = 1_767_225_600_000;

/** What a process shares with those before it on the same machine. */
export interface Machine {
  readonly time: VirtualTime;
  /** How far its clock is ahead; milliseconds. */
  clockAheadMs: number;
  /** Is called before each callback. */
  readonly onTask: () => void;
}

/**
 * One process of a node, from its start to its end. A process that was killed does nothing more;
 * one that has files is let end, but nobody hears of it.
 */
export class ProcessLife {
  readonly #machine: Machine;
  readonly #beganMs: number;
  readonly #endsByItself: boolean;
  #isKilled = false;

  /** @param endsByItself true: when it was killed, its files are still to be closed */
  constructor(machine: Machine, endsByItself: boolean) {
    this.#machine = machine;
    this.#beganMs = machine.time.nowMs;
    this.#endsByItself = endsByItself;
  }

  get isKilled(): boolean {
    return this.#isKilled;
  }

  kill(): void {
    this.#isKilled = true;
  }

  timers(): Timers {
    return {
      nowMs: () => this.#machine.time.nowMs - this.#beganMs,
      wallMs: () =>
        Math.floor(worldBeginMs + this.#machine.time.nowMs + this.#machine.clockAheadMs),
      after: (ms, callback) => this.#timer(ms, callback, false),
      every: (ms, callback) => this.#timer(ms, callback, true),
      later: (callback) => void this.#at(0, callback),
    };
  }

  /** Resolves after a delay; never when the process was killed meanwhile and has no files. */
  wait(ms: number): Promise<void> {
    return new Promise((resume) => this.#at(ms, resume));
  }

  #timer(ms: number, callback: () => void, repeats: boolean): Timer {
    let next: Happening;
    const begin = (): void => {
      next = this.#at(ms, () => {
        if (repeats) begin();
        callback();
      });
    };
    begin();
    const timer: Timer = {
      cancel: () => {
        next.isCancelled = true;
      },
      refresh: () => {
        next.isCancelled = true;
        begin();
      },
      unref: () => timer,
    };
    return timer;
  }

  #at(ms: number, callback: () => void): Happening {
    return this.#machine.time.after(ms, () => {
      if (!this.#isKilled) this.#machine.onTask();
      // the call before may have killed it
      if (!this.#isKilled || this.#endsByItself) callback();
    });
  }
}
