import type { Micros, PartyId } from "@tallystick/core";
import type { Automation } from "@tallystick/wallet";

type Bounded = Pick<Automation, "name" | "bound">;

/** Keeps each automation within its bound: so many commands of a party in any interval. */
export class IntervalBounds {
  readonly #intervalMicros: number;
  /** When commands took effect, of each automation and party, oldest first. */
  readonly #done = new Map<string, ReadonlyArray<Micros>>();

  constructor(intervalMicros: number) {
    this.#intervalMicros = intervalMicros;
  }

  /** Whether a party's automation may submit now. */
  allows({ name, bound }: Bounded, party: PartyId, now: Micros): boolean {
    if (!("most" in bound)) return true;
    const key = `${name}/${party}`;
    const recent = (this.#done.get(key) ?? []).filter((at) => now - at < this.#intervalMicros);
    if (recent.length === 0) this.#done.delete(key);
    else this.#done.set(key, recent);
    return recent.length < bound.most;
  }

  /** Counts a command that took effect. */
  took({ name, bound }: Bounded, party: PartyId, now: Micros): void {
    if (!("most" in bound)) return;
    const key = `${name}/${party}`;
    this.#done.set(key, [...(this.#done.get(key) ?? []), now]);
  }
}
