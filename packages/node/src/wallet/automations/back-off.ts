import { delayAfter, type Delays } from "@tallystick/background";
import type { ErrorCode } from "@tallystick/core";

/** Transient errors: an early retry is right. */
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

/** Command ids that are kept; the oldest are dropped first. */
const maxRemembered = 100_000;

/** True for an error that a retry with current contracts avoids. */
export const isPassing = (code: ErrorCode): boolean => passing.has(code);

interface Failure {
  readonly times: number;
  readonly untilMs: number;
  /** True when a retry with current contracts avoids the error. */
  readonly passes: boolean;
}

/** Failed commands and when to retry them: the delay doubles each time, by the kind of error. */
export class CommandBackOff {
  readonly #failed = new Map<string, Failure>();

  /**
   * Records a failed submission.
   *
   * @param nowMs a monotonic clock, milliseconds
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
   * Allows an immediate retry after transient errors. @returns whether there was any
   *
   * @param maxTimes commands that failed more often keep waiting
   */
  tryAgain(maxTimes: number): boolean {
    const again = [...this.#failed].filter(([, { passes, times }]) => passes && times <= maxTimes);
    for (const [commandId, { times }] of again)
      this.#failed.set(commandId, { times, untilMs: 0, passes: false });
    return again.length > 0;
  }

  /** True while a submission has to wait. */
  isWaiting(commandId: string, nowMs: number): boolean {
    const known = this.#failed.get(commandId);
    return known !== undefined && nowMs < known.untilMs;
  }

  /** When the next waiting one may be retried, on the same clock; undefined when none waits. */
  next(): number | undefined {
    let next: number | undefined;
    for (const { untilMs } of this.#failed.values())
      if (next === undefined || untilMs < next) next = untilMs;
    return next;
  }
}

/**
 * True when another command was first: of a stakeholder, a user, another node of the ledger, or
 * this node before its restart.
 */
export const isOvertaken = (code: ErrorCode): boolean =>
  code === "DUPLICATE_COMMAND" || isPassing(code);
