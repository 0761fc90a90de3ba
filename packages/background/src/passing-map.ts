/** Removals after which the entries are copied, unless there are more entries. */
const leastRemovals = 64;

/**
 * A map whose entries come and go all the time, such as requests under way.
 *
 * A `Map` or `Set` of V8 replaces its inner table again and again when entries are added and
 * removed, and each old table keeps its entries and refers to the next one. Once one of them is in
 * the old generation, all later ones survive every collection of the young generation, and with
 * them whatever passed through the map, until the next full collection. Here, entries are copied
 * into a new `Map` every so many removals, and nothing refers to it from the former one. `clear` of
 * a `Map` leaves the same chain: what is emptied often is better replaced by a new one.
 */
export class PassingMap<K, V> {
  #entries = new Map<K, V>();
  #removals = 0;

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  /** Whether it had the key. */
  delete(key: K): boolean {
    if (!this.#entries.delete(key)) return false;
    this.#removals += 1;
    if (this.#removals >= leastRemovals && this.#removals >= this.#entries.size) {
      this.#entries = new Map(this.#entries);
      this.#removals = 0;
    }
    return true;
  }

  clear(): void {
    this.#entries = new Map();
    this.#removals = 0;
  }

  /** The values there are now, in the order in which their keys were added. */
  values(): ReadonlyArray<V> {
    return [...this.#entries.values()];
  }
}
