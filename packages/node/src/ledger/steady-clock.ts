import { uptime } from "node:os";
import { systemTimers, type Timers } from "@tallystick/background";
import type { Micros } from "@tallystick/core";

/** The time of a ledger. */
export interface LedgerClock {
  /** Microseconds since the Unix epoch. */
  (): Micros;
  /**
   * Is called once before the first command, with the record time of the journal's last event; 0
   * for a new journal.
   *
   * @param recordTime microseconds since 1970
   */
  readonly startFrom?: (recordTime: Micros) => void;
}

/** Sources of a steady clock; microseconds. */
export interface TimeSources {
  /** The system's time since the Unix epoch; it can be set. */
  readonly wall: () => Micros;
  /** Monotonic, since some moment; it may stop while the machine sleeps. */
  readonly elapsed: () => Micros;
  /** Since the machine's start, sleep included. Read only when the other two disagree. */
  readonly uptime: () => Micros;
}

/** The time according to timers, for a machine that never sleeps. */
export const timesOf = (timers: Timers): TimeSources => {
  const elapsed = (): Micros => Math.floor(timers.nowMs() * 1_000);
  return { wall: () => timers.wallMs() * 1_000, elapsed, uptime: elapsed };
};

export const systemTime: TimeSources = {
  ...timesOf(systemTimers),
  uptime: () => Math.floor(uptime() * 1_000_000),
};

const secondMicros = 1_000_000;

const inSeconds = (micros: Micros): string => `${Math.round(Math.abs(micros) / secondMicros)} s`;

const jumpText = (ahead: Micros): string =>
  `the system clock jumped ${inSeconds(ahead)} ${ahead > 0 ? "ahead" : "back"}; ` +
  "command times ignore the jump until the clock is right again or the node restarts";

const behindText = (behind: Micros): string =>
  `the system clock is ${inSeconds(behind)} behind the last event of the journal; ` +
  "command times continue from that event";

const setBackText = (back: Micros): string =>
  `the system clock was set back by ${inSeconds(back)}; ` +
  "record times stay at that of the last event until the clock has passed it";

const restsText = (behind: Micros): string =>
  `the system clock is ${inSeconds(behind)} behind the last event of the journal; ` +
  "record times stay at that of the event until the clock has passed it";

/** A smaller step back is a correction. */
const noticedMicros = 5 * secondMicros;

/** How often `uptime` is read; microseconds. */
const uptimeEveryMicros = secondMicros;

class SteadyClock {
  readonly #sources: TimeSources;
  readonly #maxJumpMicros: Micros;
  readonly #notice: (message: string) => void;
  /** The last time returned, and `elapsed` then. */
  #time: Micros;
  #elapsed: Micros;
  /** How far `uptime` was ahead of `elapsed` at its last reading, and when. */
  #sleep: Micros;
  #sleepRead: Micros;
  #isFollowing = true;

  constructor(sources: TimeSources, maxJumpMicros: Micros, notice: (message: string) => void) {
    this.#sources = sources;
    this.#maxJumpMicros = maxJumpMicros;
    this.#notice = notice;
    this.#time = sources.wall();
    this.#elapsed = sources.elapsed();
    this.#sleep = sources.uptime() - this.#elapsed;
    this.#sleepRead = this.#elapsed;
  }

  readonly now = (): Micros => {
    const wall = this.#sources.wall();
    const elapsed = this.#sources.elapsed();
    let expected = this.#time + Math.max(0, elapsed - this.#elapsed);
    const isJump = Math.abs(wall - expected) > this.#maxJumpMicros;
    if ((isJump && this.#isFollowing) || elapsed - this.#sleepRead >= uptimeEveryMicros)
      expected += this.#slept(elapsed);
    this.#elapsed = elapsed;
    this.#time = this.#next(wall, expected);
    return this.#time;
  };

  readonly startFrom = (recordTime: Micros): void => {
    const behind = recordTime - this.now();
    if (behind <= this.#maxJumpMicros) {
      if (behind >= noticedMicros) this.#notice(restsText(behind));
      return;
    }
    this.#time = recordTime;
    this.#isFollowing = false;
    this.#notice(behindText(behind));
  };

  #next(wall: Micros, expected: Micros): Micros {
    const jump = wall - expected;
    if (Math.abs(jump) > this.#maxJumpMicros) {
      if (this.#isFollowing) this.#notice(jumpText(jump));
      this.#isFollowing = false;
      return expected;
    }
    if (!this.#isFollowing) this.#notice("the system clock is right again and is used again");
    else if (jump <= -noticedMicros) this.#notice(setBackText(jump));
    this.#isFollowing = true;
    return wall;
  }

  /** How long the machine slept since this was last called. */
  #slept(elapsed: Micros): Micros {
    const sleep = this.#sources.uptime() - elapsed;
    const slept = sleep - this.#sleep;
    this.#sleep = sleep;
    this.#sleepRead = elapsed;
    // less is within the resolution of the two
    return slept >= secondMicros ? slept : 0;
  }
}

/**
 * The system clock without its jumps: it is followed while it agrees with the elapsed time, within
 * `maxJumpMicros`. After a greater jump time continues by the elapsed time, so that no time far
 * ahead gets into the journal, and record times do not stop after the clock was set back.
 * Sleep of the machine is not a jump. The system clock is followed again when it is within the
 * bound again.
 *
 * @param notice is called once for each jump, and at its end; and when the clock is set back within
 * the bound, as record times stop then
 */
export const steadyClock = (
  sources: TimeSources,
  maxJumpMicros: Micros,
  notice: (message: string) => void,
): LedgerClock => {
  const { now, startFrom } = new SteadyClock(sources, maxJumpMicros, notice);
  return Object.assign(() => now(), { startFrom });
};
