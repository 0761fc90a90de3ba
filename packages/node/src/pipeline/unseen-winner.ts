/** How long an append that won a race may not be seen; milliseconds. */
const unseenMs = 30_000;

/** Wait before the journal is looked at and appended to again; milliseconds. */
const lookEveryMs = 250;

/**
 * Races that were lost to an append which cannot be seen. A cluster that has lost its quorum does
 * that: one node wrote something that is not replicated, and it comes or goes once the others are
 * back.
 */
export class UnseenWinner {
  #since: number | undefined;

  /**
   * How long to wait before the next try; undefined when it has taken too long.
   *
   * @param now milliseconds of a clock that never goes back
   */
  waitMs(now: number): number | undefined {
    this.#since ??= now;
    if (now - this.#since < unseenMs) return lookEveryMs;
    this.#since = undefined;
    return undefined;
  }

  /** The winner was seen, or there is none any more. */
  over(): void {
    this.#since = undefined;
  }
}
