import type { ContractId } from "@tallystick/core";
/** A decoded payload, and about what it takes in memory, see `unitsOf`. */
export interface DecodedPayload {
  readonly payload: unknown;
  readonly units: number;
}

/** What those that are kept take together. */
const defaultMaxUnits = 16 * 1024 * 1024;

/**
 * The decoded payloads that were looked at last, up to a size: a contract never changes, and
 * automations look at the same ones again and again.
 */
export class DecodedPayloads {
  /** By contract, the one that was looked at longest ago first. */
  readonly #known = new Map<string, DecodedPayload>();
  readonly #maxUnits: number;
  #units = 0;

  constructor(maxUnits: number = defaultMaxUnits) {
    this.#maxUnits = maxUnits;
  }

  get(contractId: ContractId): DecodedPayload | undefined {
    const found = this.#known.get(contractId);
    if (found === undefined) return undefined;
    this.#known.delete(contractId);
    this.#known.set(contractId, found);
    return found;
  }

  add(contractId: ContractId, decoded: DecodedPayload): void {
    this.delete(contractId);
    this.#known.set(contractId, decoded);
    this.#units += decoded.units;
    for (const oldest of this.#known.keys()) {
      if (this.#units <= this.#maxUnits) return;
      this.delete(oldest);
    }
  }

  /** A contract was archived. */
  delete(contractId: ContractId): void {
    this.#units -= this.#known.get(contractId)?.units ?? 0;
    this.#known.delete(contractId);
  }

  /** Lets go of all. */
  clear(): void {
    this.#known.clear();
    this.#units = 0;
  }
}
