/** Delays between attempts: each is twice the previous one. Milliseconds. */
export interface Delays {
  readonly firstMs: number;
  /** None is longer. */
  readonly mostMs: number;
}

/** The most doublings; few enough for a number. */
const maxDoublings = 50;

/**
 * The delay after a number of failures in a row.
 *
 * @param failures 1 after the first
 * @returns milliseconds
 */
export const delayAfter = ({ firstMs, mostMs }: Delays, failures: number): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, maxDoublings));

/** Counts failures in a row, and gives the delay after each. */
export class BackOff {
  readonly #delays: Delays;
  readonly #random: () => number;
  #failures = 0;

  /**
   * @param random from 0 up to 1: the part of a delay's second half to wait, so that clients that
   * failed together do not retry together; 1 is all of it
   */
  constructor(delays: Delays, random: () => number = () => 1) {
    this.#delays = delays;
    this.#random = random;
  }

  /** Counts a failure. @returns the delay before the next attempt; milliseconds */
  next(): number {
    this.#failures += 1;
    const delayMs = delayAfter(this.#delays, this.#failures);
    return Math.round((delayMs / 2) * (1 + this.#random()));
  }

  /** Counts a success: the next delay is the first again. */
  reset(): void {
    this.#failures = 0;
  }
}
