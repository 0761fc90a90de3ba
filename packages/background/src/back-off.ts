/** Delays between attempts: each is twice the one before it. Milliseconds. */
export interface Delays {
  readonly firstMs: number;
  /** None is longer. */
  readonly mostMs: number;
}

/** More doublings than any delay needs, and few enough for a number. */
const maxDoublings = 50;

/**
 * The delay after so many failures in a row.
 *
 * @param failures 1 after the first
 * @returns milliseconds
 */
export const delayAfter = ({ firstMs, mostMs }: Delays, failures: number): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, maxDoublings));

/** Counts failures in a row, and says how long to wait after each. */
export class BackOff {
  readonly #delays: Delays;
  readonly #random: () => number;
  #failures = 0;

  /**
   * @param random from 0 up to 1: how much of a delay's second half is waited, so that many who
   * failed at once do not come again at once; 1 waits all of it
   */
  constructor(delays: Delays, random: () => number = () => 1) {
    this.#delays = delays;
    this.#random = random;
  }

  /** It failed once more. @returns the delay before the next attempt; milliseconds */
  next(): number {
    this.#failures += 1;
    const delayMs = delayAfter(this.#delays, this.#failures);
    return Math.round((delayMs / 2) * (1 + this.#random()));
  }

  /** It worked: the next delay is the first again. */
  reset(): void {
    this.#failures = 0;
  }
}
