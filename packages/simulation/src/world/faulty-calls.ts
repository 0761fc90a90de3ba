import type { AppendFault, Fault, Plan, FaultOfRead } from "../plan/plan.js";
import type { VirtualTime } from "./virtual-time.js";

/** What goes wrong on the way between a node and its store. */
export class FaultyCalls {
  readonly #faults: ReadonlyArray<Fault>;
  readonly #time: VirtualTime;
  readonly #met: Set<string>;
  readonly #appends: Array<number> = [];
  readonly #reads: Array<number> = [];
  /** Nothing goes wrong any more. */
  isOver = false;

  constructor({ faults }: Plan, time: VirtualTime, met: Set<string>) {
    this.#met = met;
    this.#faults = faults;
    this.#time = time;
  }

  ofAppend(node: number): AppendFault | "full" | undefined {
    const nth = (this.#appends[node] = (this.#appends[node] ?? -1) + 1);
    if (this.isOver) return undefined;
    const found = this.#faults.find(
      (fault) => fault.kind === "append" && fault.node === node && fault.nth === nth,
    );
    if (found?.kind === "append") return this.#meets(found).what;
    const full = this.#isNow("full");
    if (full === undefined) return undefined;
    this.#meets(full);
    return "full";
  }

  ofRead(node: number): FaultOfRead | undefined {
    const nth = (this.#reads[node] = (this.#reads[node] ?? -1) + 1);
    if (this.isOver) return undefined;
    const found = this.#faults.find(
      (fault) => fault.kind === "read" && fault.node === node && fault.nth === nth,
    );
    return found?.kind === "read" ? this.#meets(found).what : undefined;
  }

  /** How many times as long calls take now. */
  slowness(): number {
    const fault = this.isOver ? undefined : this.#isNow("slow");
    return fault?.kind === "slow" ? this.#meets(fault).times : 1;
  }

  #meets<F extends Fault>(fault: F): F {
    this.#met.add(`fault ${fault.kind}`);
    return fault;
  }

  #isNow(kind: "full" | "slow"): Fault | undefined {
    const now = this.#time.nowMs;
    return this.#faults.find(
      (fault) =>
        fault.kind === kind &&
        (fault.kind === "full" || fault.kind === "slow") &&
        fault.atMs <= now &&
        now < fault.atMs + fault.forMs,
    );
  }
}
