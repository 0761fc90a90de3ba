import type { RecordedEvent } from "@tallystick/event-store";

/** How long events that won a race may take to be pushed before they are read; milliseconds. */
const winnerMs = 30;

/** Events that the store pushed and that wait until the pipeline takes them, a page at a time. */
export class PushedEvents {
  #page: ReadonlyArray<RecordedEvent> = [];
  #taken: () => void = () => undefined;
  #wake: () => void = () => undefined;

  /** Resolves when the page was taken; whoever pushes waits for that. */
  offer(page: ReadonlyArray<RecordedEvent>): Promise<void> {
    return new Promise((resolve) => {
      this.#page = page;
      this.#taken = resolve;
      this.#wake();
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

  /** Waits for the events of another node that won a race: they are pushed soon. */
  winner(): Promise<void> {
    return this.pause(winnerMs);
  }

  /** Waits so long, but not while a page waits. */
  pause(ms: number): Promise<void> {
    if (!this.isEmpty) return Promise.resolve();
    return new Promise((resume) => {
      const timer = setTimeout(resume, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resume();
      };
    });
  }
}
