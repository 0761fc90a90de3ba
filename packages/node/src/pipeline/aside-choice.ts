/** What SQLite takes to write, without a flush; milliseconds for each million characters. */
const writingMs = 20;

/** Appends that take so much longer than that on average go to the thread; milliseconds. */
const slowMs = 8;

/** Those that take less beyond it come back; milliseconds. */
const quickMs = 6;

/** How much of a measurement goes into the average. */
const newShare = 0.2;

/**
 * Whether long appends go to a thread. While SQLite flushes in this thread nothing else is done: no
 * request is read, no stream goes on. With a quick disk that is shorter than the way to a thread
 * and back is worth; with a slow one the thread keeps this one free, for as many commands a second.
 */
export class AsideChoice {
  #isAside = false;
  #averageMs = 0;

  get isAside(): boolean {
    return this.#isAside;
  }

  /**
   * A long append is done, in either way.
   *
   * @param tookMs milliseconds
   * @param characters of its data
   */
  appended(tookMs: number, characters: number): void {
    const flushMs = Math.max(0, tookMs - (characters * writingMs) / 1e6);
    this.#averageMs += (flushMs - this.#averageMs) * newShare;
    if (this.#averageMs > slowMs) this.#isAside = true;
    if (this.#averageMs < quickMs) this.#isAside = false;
  }
}
