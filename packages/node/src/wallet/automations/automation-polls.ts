import type { Timer, Timers } from "@tallystick/background";

/** Poll interval of the network's operator party; milliseconds. */
const networkPollMs = 1_000;

/** The automation of the network's operator party in status and errors. */
export const networkName = "network";

type Polled = typeof networkName | "parties";

/** The polls that run automations also where nothing changes. */
export class AutomationPolls {
  readonly #timers: Timers;
  readonly #everyMs: Readonly<Record<Polled, number>>;
  readonly #onPoll: (of: Polled) => void;
  readonly #running: Array<Timer> = [];
  readonly #lastMs: Record<Polled, number> = { network: 0, parties: 0 };

  /** @param partiesMs the interval of the parties; milliseconds */
  constructor(timers: Timers, partiesMs: number, onPoll: (of: Polled) => void) {
    this.#timers = timers;
    this.#everyMs = { network: networkPollMs, parties: Math.max(1, Math.round(partiesMs)) };
    this.#onPoll = onPoll;
  }

  start(): void {
    if (this.#running.length > 0) return;
    for (const of of ["network", "parties"] as const) {
      this.#lastMs[of] = this.#timers.nowMs();
      this.#running.push(this.#timers.every(this.#everyMs[of], () => this.#poll(of)));
    }
  }

  stop(): void {
    for (const poll of this.#running.splice(0)) poll.cancel();
  }

  /** In how long an automation is polled next, milliseconds; undefined while they are stopped. */
  nextInMs(automation: string): number | undefined {
    if (this.#running.length === 0) return undefined;
    const of = automation === networkName ? networkName : "parties";
    return Math.max(0, Math.round(this.#lastMs[of] + this.#everyMs[of] - this.#timers.nowMs()));
  }

  #poll(of: Polled): void {
    this.#lastMs[of] = this.#timers.nowMs();
    this.#onPoll(of);
  }
}
