/** How long the append that won a race may be invisible; milliseconds. */
const unseenMs = 30_000;

/** Delay before the journal is read and appended to again; milliseconds. */
const lookEveryMs = 250;

/**
 * Races lost to an invisible append. That happens in a cluster without a quorum: one node wrote an
 * event that is not replicated, which appears or vanishes when the others return.
 */
export class UnseenWinner {
  #since: number | undefined;

  /**
   * Delay before the next attempt; undefined when it took too long.
   *
   * @param now milliseconds of a monotonic clock
   */
  waitMs(now: number): number | undefined {
    this.#since ??= now;
    if (now - this.#since < unseenMs) return lookEveryMs;
    this.#since = undefined;
    return undefined;
  }

  /** The winner became visible, or vanished. */
  over(): void {
    this.#since = undefined;
  }
}
