/** Appends that take longer than this on average go to the thread; milliseconds. */
const slowMs = 8;

/** Those that take less come back; milliseconds. */
const quickMs = 6;

/** How much of a measurement goes into the average. */
const newShare = 0.2;

/**
 * Whether long appends go to a thread. While SQLite writes and flushes in this thread nothing else
 * is done: no request is read, no stream goes on. With a quick disk that is shorter than the way to
 * a thread and back is worth; with a slow one the thread keeps this one free, for as many commands
 * a second.
 */
export class AsideChoice {
  #isAside = false;
  #averageMs = 0;

  get isAside(): boolean {
    return this.#isAside;
  }

  /** A long append took so long, in either way; milliseconds. */
  appended(tookMs: number): void {
    this.#averageMs += (tookMs - this.#averageMs) * newShare;
    if (this.#averageMs > slowMs) this.#isAside = true;
    if (this.#averageMs < quickMs) this.#isAside = false;
  }
}
