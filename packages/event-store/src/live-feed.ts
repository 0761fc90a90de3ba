import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { RecordedEvent, StoreError, Subscription, SubscriptionItem } from "./event-store.js";

/** The answer of the store to one read of a feed. */
export interface FeedPage {
  /** The next events in order; empty at the end of the stream. */
  readonly events: ReadonlyArray<RecordedEvent>;
  /** Last revision of the stream at the time of the read. */
  readonly head: number | "no-stream";
}

/** One stream of one store, as a feed needs it. */
export interface FeedSource {
  /** One page of events after this revision (-1 for the start). */
  readAfter(revision: number): Promise<Either<StoreError, FeedPage>>;
  /**
   * Calls `wake` after each append to the stream and when the store closes, until the returned
   * function is called.
   */
  listen(wake: () => void): () => void;
}

/**
 * A flag that can be awaited: a `raise` between two reads of the store is not lost, and several
 * count as one.
 */
const createBell = () => {
  let raised = false;
  let ring: (() => void) | undefined;
  return {
    raise: () => {
      raised = true;
      ring?.();
    },
    clear: () => {
      raised = false;
    },
    raised: () =>
      new Promise<void>((resolve) => {
        if (raised) resolve();
        else ring = resolve;
      }),
  };
};

/**
 * The subscription of every store: catches up page by page and then follows. It holds one page at
 * most and reads from the store again when the consumer is ready, so a slow consumer costs no
 * memory. The listener is registered before the first read, so no event is missed between catching
 * up and following.
 *
 * Iterate it once. An error is delivered and ends it; so does closing the store, with `closed`.
 *
 * @param afterRevision last revision the consumer has seen, -1 for none
 */
export const liveFeed = (source: FeedSource, afterRevision: number): Subscription => {
  const bell = createBell();
  let closed = false;
  let stopListening: (() => void) | undefined;
  const close = (): void => {
    closed = true;
    // Not in the generator: one that is suspended between two items does not reach its `finally` by
    // itself.
    stopListening?.();
    stopListening = undefined;
    bell.raise();
  };

  async function* follow(): AsyncGenerator<Either<StoreError, SubscriptionItem>, void, void> {
    if (closed) return;
    stopListening = source.listen(bell.raise);
    try {
      let after = afterRevision;
      let caughtUp = false;
      while (!closed) {
        bell.clear();
        const page = await source.readAfter(after);
        if (closed) return;
        if (isLeft(page)) {
          yield page;
          return;
        }
        const last = page.right.events.at(-1);
        if (last !== undefined) {
          after = last.revision;
          caughtUp = false;
          yield right({ kind: "events", events: page.right.events });
        } else if (!caughtUp) {
          caughtUp = true;
          yield right({ kind: "caught-up", revision: page.right.head });
        } else {
          await bell.raised();
        }
      }
    } finally {
      close();
    }
  }

  const iterator = follow();
  return {
    close,
    [Symbol.asyncIterator]: () => ({
      next: () => iterator.next(),
      return: () => {
        // return() of a generator waits for a running next(), which may wait for an event that
        // never comes.
        close();
        return iterator.return();
      },
    }),
  };
};

/** Notifies the feeds of a store of new events, by stream. */
export interface AppendSignal {
  appended(stream: string): void;
  /** Wakes every feed; used when the store closes. */
  wakeAll(): void;
  /** @returns the function that unsubscribes */
  listen(stream: string, wake: () => void): () => void;
  /** As `listen`, for appends to any stream. */
  listenAll(wake: () => void): () => void;
}

/** An `AppendSignal` without listeners. */
export const createAppendSignal = (): AppendSignal => {
  const listeners = new Map<string, Set<() => void>>();
  const toAll = new Set<{ readonly wake: () => void }>();
  return {
    appended: (stream) => {
      for (const wake of listeners.get(stream) ?? []) wake();
      for (const { wake } of toAll) wake();
    },
    wakeAll: () => {
      for (const wakes of listeners.values()) for (const wake of wakes) wake();
      for (const { wake } of toAll) wake();
    },
    listenAll: (wake) => {
      const listener = { wake };
      toAll.add(listener);
      return () => {
        toAll.delete(listener);
      };
    },
    listen: (stream, wake) => {
      const wakes = listeners.get(stream) ?? new Set();
      listeners.set(stream, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && listeners.get(stream) === wakes) listeners.delete(stream);
      };
    },
  };
};
