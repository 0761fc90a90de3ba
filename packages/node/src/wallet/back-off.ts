import { delayAfter, type Delays } from "@tallystick/background";
import type { ErrorCode } from "@tallystick/core";

/** Errors that pass by themselves: trying again soon is right. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "CONTRACT_NOT_FOUND",
  "CONTRACT_NOT_ACTIVE",
  "SUBMISSION_ALREADY_IN_FLIGHT",
  "PARTICIPANT_OVERLOADED",
  "REQUEST_TIME_OUT",
]);

const delays = {
  passing: { firstMs: 500, mostMs: 30_000 },
  lasting: { firstMs: 30_000, mostMs: 3_600_000 },
} satisfies Record<string, Delays>;

/** Command ids that are remembered; the oldest are forgotten first. */
const maxRemembered = 100_000;

/** True for an error that is gone when the contracts are looked at again. */
export const isPassing = (code: ErrorCode): boolean => passing.has(code);

interface Failure {
  readonly times: number;
  readonly untilMs: number;
  /** The error is one that is gone when the contracts are looked at again. */
  readonly passes: boolean;
}

/**
 * What failed, and when it may be tried again: each further time twice as late, by the kind
 * of error.
 */
export class CommandBackOff {
  readonly #failed = new Map<string, Failure>();

  /**
   * Notes that a submission failed.
   *
   * @param nowMs a clock that only goes forward, milliseconds
   */
  failed(commandId: string, code: ErrorCode, nowMs: number): void {
    const times = (this.#failed.get(commandId)?.times ?? 0) + 1;
    const kind = isPassing(code) ? "passing" : "lasting";
    this.#failed.delete(commandId);
    if (this.#failed.size >= maxRemembered) {
      const [oldest] = this.#failed.keys();
      if (oldest !== undefined) this.#failed.delete(oldest);
    }
    this.#failed.set(commandId, {
      times,
      untilMs: nowMs + delayAfter(delays[kind], times),
      passes: kind === "passing",
    });
  }

  succeeded(commandId: string): void {
    this.#failed.delete(commandId);
  }

  /**
   * Lets what failed by an error that passes be tried at once. @returns whether there was any
   *
   * @param maxTimes what failed more often continues waiting
   */
  tryAgain(maxTimes: number): boolean {
    const again = [...this.#failed].filter(([, { passes, times }]) => passes && times <= maxTimes);
    for (const [commandId, { times }] of again)
      this.#failed.set(commandId, { times, untilMs: 0, passes: false });
    return again.length > 0;
  }

  /** True while a submission is not to be tried. */
  isWaiting(commandId: string, nowMs: number): boolean {
    const known = this.#failed.get(commandId);
    return known !== undefined && nowMs < known.untilMs;
  }

  /**
   * When the next of those that wait may be tried, on the same clock; undefined when none waits.
   */
  next(): number | undefined {
    let next: number | undefined;
    for (const { untilMs } of this.#failed.values())
      if (next === undefined || untilMs < next) next = untilMs;
    return next;
  }
}

/**
 * True when someone was faster: another stakeholder, a user, another node of the ledger, or this
 * one before it was restarted.
 */
export const isOvertaken = (code: ErrorCode): boolean =>
  code === "DUPLICATE_COMMAND" || isPassing(code);
