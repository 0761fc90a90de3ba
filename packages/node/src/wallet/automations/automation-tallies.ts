import type { ErrorCode, Micros, PartyId } from "@tallystick/core";
import type { Lack } from "@tallystick/wallet";
import type { AutomationStatus } from "../wallet.js";

/** Payers that are named of one automation. */
const mostLacking = 100;

interface Tally {
  runs: number;
  submitted: number;
  movedUnits: bigint;
  failed: number;
  readonly errors: Map<ErrorCode | "PLANNING", number>;
  lastError: string | undefined;
  lastFailedAt: Micros | undefined;
  lastRunAt: Micros | undefined;
  readonly lacking: Map<PartyId, Lack>;
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

  /** Counts a command that took effect, and the coins that it moved; units of 10^-10. */
  submitted(name: string, movedUnits: bigint): void {
    const tally = this.#tally(name);
    tally.submitted++;
    tally.movedUnits += movedUnits;
  }

  /**
   * Counts an error.
   *
   * @param kind the code of the command's error, or PLANNING when there is no command yet
   */
  failed(name: string, kind: ErrorCode | "PLANNING", error: string, at: Micros): void {
    const tally = this.#tally(name);
    tally.failed++;
    tally.errors.set(kind, (tally.errors.get(kind) ?? 0) + 1);
    tally.lastError = error;
    tally.lastFailedAt = at;
  }

  /** Notes what a run for a party would have paid and could not; undefined: it lacked nothing. */
  lacked(name: string, party: PartyId, lack: Lack | undefined): void {
    const { lacking } = this.#tally(name);
    if (lack === undefined) lacking.delete(party);
    else if (lacking.has(party) || lacking.size < mostLacking) lacking.set(party, lack);
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
      [...this.#tallies].map(([name, { errors, lacking, ...rest }]) => [
        name,
        {
          ...rest,
          errors: Object.fromEntries(errors),
          nextRunInMs: nextRunInMs(name),
          lacking: [...lacking.values()],
        },
      ]),
    );
  }

  #tally(name: string): Tally {
    const known = this.#tallies.get(name);
    if (known !== undefined) return known;
    const made: Tally = {
      runs: 0,
      submitted: 0,
      movedUnits: 0n,
      failed: 0,
      errors: new Map(),
      lacking: new Map(),
      lastError: undefined,
      lastFailedAt: undefined,
      lastRunAt: undefined,
    };
    this.#tallies.set(name, made);
    return made;
  }
}
