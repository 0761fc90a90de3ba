import { pause, systemTimers, type Timers } from "@tallystick/background";
import type { RecordedEvent } from "@tallystick/event-store";

/** Time limit for events that won a race to be pushed before they are read; milliseconds. */
const winnerMs = 200;

/** Events that the store pushed and the pipeline has not folded yet, one page. */
export class PushedEvents {
  readonly #timers: Timers;
  #page: ReadonlyArray<RecordedEvent> = [];
  #taken: () => void = () => undefined;
  #pausing = new AbortController();

  constructor(timers: Timers = systemTimers) {
    this.#timers = timers;
  }

  /** Resolves when the page was taken; the sender waits for that. */
  offer(page: ReadonlyArray<RecordedEvent>): Promise<void> {
    return new Promise((resolve) => {
      this.#page = page;
      this.#taken = resolve;
      this.#pausing.abort();
    });
  }

  get isEmpty(): boolean {
    return this.#page.length === 0;
  }

  /** The waiting page; empty when there is none. */
  take(): ReadonlyArray<RecordedEvent> {
    const page = this.#page;
    this.#page = [];
    this.#taken();
    return page;
  }

  /**
   * Lets the events be folded that won a race, until `offset` has reached `end` or none are pushed
   * for a while.
   */
  async upTo(end: number, offset: () => number, take: () => Promise<void>): Promise<void> {
    let before: number;
    do {
      before = offset();
      await this.pause(winnerMs);
      await take();
    } while (before < offset() && offset() < end);
  }

  /** Waits, but not while a page is there. */
  pause(ms: number): Promise<void> {
    if (!this.isEmpty) return Promise.resolve();
    this.#pausing = new AbortController();
    return pause(ms, this.#pausing.signal, this.#timers);
  }
}
