import type { ErrorCode, Micros } from "@tallystick/core";
import type { AutomationStatus } from "./wallet.js";

interface Tally {
  runs: number;
  submitted: number;
  failed: number;
  readonly errors: Map<ErrorCode | "PLANNING", number>;
  lastError: string | undefined;
  lastRunAt: Micros | undefined;
}

/** Counts the work of the automations, by name. */
export class AutomationTallies {
  readonly #tallies = new Map<string, Tally>();

  /** Counts a run of an automation for a party. */
  ran(name: string, at: Micros): void {
    const tally = this.#tally(name);
    tally.runs++;
    tally.lastRunAt = at;
  }

  /** Counts a command that took effect. */
  submitted(name: string): void {
    this.#tally(name).submitted++;
  }

  /**
   * Counts an error.
   *
   * @param kind the code of the command's error, or PLANNING when there is no command yet
   */
  failed(name: string, kind: ErrorCode | "PLANNING", error: string): void {
    const tally = this.#tally(name);
    tally.failed++;
    tally.errors.set(kind, (tally.errors.get(kind) ?? 0) + 1);
    tally.lastError = error;
  }

  /** Commands of all automations that took effect. */
  total(): number {
    let sum = 0;
    for (const { submitted } of this.#tallies.values()) sum += submitted;
    return sum;
  }

  /**
   * The work so far.
   *
   * @param nextRunInMs in how long an automation runs again at the latest; undefined: it rests
   */
  status(
    nextRunInMs: (name: string) => number | undefined,
  ): Readonly<Record<string, AutomationStatus>> {
    return Object.fromEntries(
      [...this.#tallies].map(([name, { errors, ...rest }]) => [
        name,
        { ...rest, errors: Object.fromEntries(errors), nextRunInMs: nextRunInMs(name) },
      ]),
    );
  }

  #tally(name: string): Tally {
    const known = this.#tallies.get(name);
    if (known !== undefined) return known;
    const made = {
      runs: 0,
      submitted: 0,
      failed: 0,
      errors: new Map(),
      lastError: undefined,
      lastRunAt: undefined,
    };
    this.#tallies.set(name, made);
    return made;
  }
}
