/** The memory of all values of a cache. */
const defaultMaxUnits = 16 * 1024 * 1024;

/** Values by keys, up to a size; the least recently used are dropped first. */
export class SizedCache<A extends { readonly units: number }> {
  /** The least recently used first. */
  readonly #known = new Map<string, A>();
  readonly #maxUnits: number;
  #units = 0;

  /** @param maxUnits the most of the estimated memory of all values, see `unitsOf` */
  constructor(maxUnits: number = defaultMaxUnits) {
    this.#maxUnits = maxUnits;
  }

  get(key: string): A | undefined {
    const found = this.#known.get(key);
    if (found === undefined) return undefined;
    this.#known.delete(key);
    this.#known.set(key, found);
    return found;
  }

  add(key: string, value: A): void {
    this.delete(key);
    this.#known.set(key, value);
    this.#units += value.units;
    if (this.#units > this.#maxUnits) this.#shrink();
  }

  /** Frees more than needed: a map whose first keys were deleted takes long to find the next. */
  #shrink(): void {
    for (const oldest of this.#known.keys()) {
      if (this.#units <= this.#maxUnits - this.#maxUnits / 8) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#units -= this.#known.get(key)?.units ?? 0;
    this.#known.delete(key);
  }

  clear(): void {
    this.#known.clear();
    this.#units = 0;
  }
}
