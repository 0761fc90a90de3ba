import { pause } from "@tallystick/background";
import type { RecordedEvent } from "@tallystick/event-store";

/** How long events that won a race may take to be pushed before they are read; milliseconds. */
const winnerMs = 200;

/** Events that the store pushed and that wait until the pipeline takes them, a page at a time. */
export class PushedEvents {
  #page: ReadonlyArray<RecordedEvent> = [];
  #taken: () => void = () => undefined;
  #pausing = new AbortController();

  /** Resolves when the page was taken; whoever pushes waits for that. */
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

  /** The page that waits; an empty one when there is none. */
  take(): ReadonlyArray<RecordedEvent> {
    const page = this.#page;
    this.#page = [];
    this.#taken();
    return page;
  }

  /**
   * Has the events taken that won a race, as they come, until `offset` has reached `end` or nothing
   * comes for a while.
   */
  async upTo(end: number, offset: () => number, take: () => Promise<void>): Promise<void> {
    let before: number;
    do {
      before = offset();
      await this.pause(winnerMs);
      await take();
    } while (before < offset() && offset() < end);
  }

  /** Waits so long, but not while a page waits. */
  pause(ms: number): Promise<void> {
    if (!this.isEmpty) return Promise.resolve();
    this.#pausing = new AbortController();
    return pause(ms, this.#pausing.signal);
  }
}
