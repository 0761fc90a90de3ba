/**
 * The listeners of one kind of event. Its owner calls `tell`, and makes `add` public as `onX`.
 *
 * @typeParam Told the arguments of a listener
 */
export class Listeners<Told extends ReadonlyArray<unknown> = []> {
  readonly #all = new Set<(...told: Told) => void>();

  /** Adds a listener, and returns the function that removes it. */
  readonly add = (listener: (...told: Told) => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  /** Calls all listeners, in the order in which they were added. */
  readonly tell = (...told: Told): void => {
    for (const listener of this.#all) listener(...told);
  };
}
