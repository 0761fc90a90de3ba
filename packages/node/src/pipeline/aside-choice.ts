/** More idle time than this, of that of an append, and its thread brings nothing. */
const mostIdle = 0.3;

/** How much of a measurement goes into the average. */
const newShare = 0.25;

/** So many appends are made here before another is tried on the thread. */
const triedAfter = 64;

/**
 * Whether long appends go to a thread. That pays while this one has something to do meanwhile:
 * commands to decide, or requests to read. When all callers wait for the same append, as some
 * dozens that submit in step do, the way to the thread and back only costs time.
 */
export class AsideChoice {
  #isAside = true;
  /** Share of the time of appends on the thread in which this one had nothing to do. */
  #idle = 0;
  #leftHere = 0;

  get isAside(): boolean {
    return this.#isAside;
  }

  /** @param idle share of an append's time in which this thread had nothing to do, 0 to 1 */
  madeAside(idle: number): void {
    this.#idle += (idle - this.#idle) * newShare;
    if (this.#idle <= mostIdle) return;
    this.#isAside = false;
    this.#leftHere = triedAfter;
  }

  /** A long append was made in this thread. */
  madeHere(): void {
    this.#leftHere -= 1;
    if (this.#leftHere > 0) return;
    this.#isAside = true;
    // one idle append more and it is over
    this.#idle = mostIdle;
  }
}
