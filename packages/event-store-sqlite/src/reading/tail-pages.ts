import type { FeedPage, RecordedEvent, StoreError } from "@tallystick/event-store";
import { type Either, isRight, right } from "fp-ts/lib/Either.js";

/** Streams whose last page is cached. */
const MAX_STREAMS = 16;

/** Longest page that is cached, in characters of its data. */
const MAX_UNITS = 1024 * 1024;

type ReadAnswer = Either<StoreError, FeedPage>;

/**
 * Caches the last pages that subscriptions read, for others of the same streams: appended events
 * are read and checked once, however many subscriptions follow.
 */
export class TailPages {
  readonly #pages = new Map<string, ReadonlyArray<RecordedEvent>>();

  /** The events after a revision: from the page that was read last, or by `read`. */
  readAfter(stream: string, after: number, read: () => ReadAnswer): ReadAnswer {
    const kept = this.#after(stream, after);
    const [last] = kept.slice(-1);
    if (last !== undefined) return right({ events: kept, head: last.revision });
    const page = read();
    if (isRight(page)) this.#keep(stream, page.right.events);
    return page;
  }

  /** Clears the cache, which may differ from the file. */
  forget(): void {
    this.#pages.clear();
  }

  #after(stream: string, after: number): ReadonlyArray<RecordedEvent> {
    const page = this.#pages.get(stream) ?? [];
    const at = after + 1 - (page[0]?.revision ?? 0);
    if (at < 0) return [];
    return at === 0 ? page : page.slice(at);
  }

  #keep(stream: string, page: ReadonlyArray<RecordedEvent>): void {
    if (page.length === 0) return;
    this.#pages.delete(stream);
    let units = 0;
    for (const { data } of page) units += data.length;
    if (units > MAX_UNITS) return;
    this.#pages.set(stream, page);
    for (const [oldest] of this.#pages) {
      if (this.#pages.size <= MAX_STREAMS) break;
      this.#pages.delete(oldest);
    }
  }
}
