import type { ContractId } from "@tallystick/core";
/** A decoded payload and its estimated memory, see `unitsOf`. */
export interface DecodedPayload {
  readonly payload: unknown;
  readonly units: number;
}

/** The memory of all cached payloads. */
const defaultMaxUnits = 16 * 1024 * 1024;

/**
 * A cache of decoded payloads, up to a size: contracts are immutable, and automations read the same
 * ones repeatedly.
 */
export class DecodedPayloads {
  /** By contract, the least recently used first. */
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
    if (this.#units > this.#maxUnits) this.#shrink();
  }

  /** Frees more than needed: a map whose first keys were deleted takes long to find the next. */
  #shrink(): void {
    for (const oldest of this.#known.keys()) {
      if (this.#units <= this.#maxUnits - this.#maxUnits / 8) return;
      this.delete(oldest);
    }
  }

  /** To be called when a contract was archived. */
  delete(contractId: ContractId): void {
    this.#units -= this.#known.get(contractId)?.units ?? 0;
    this.#known.delete(contractId);
  }

  clear(): void {
    this.#known.clear();
    this.#units = 0;
  }
}
