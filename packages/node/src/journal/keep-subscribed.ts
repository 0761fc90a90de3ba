import { BackOff, type Delays, type Timer } from "@tallystick/background";
import type { RecordedEvent, StoreError, Subscription } from "@tallystick/event-store";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { type Journal, timersOf } from "./journal.js";

/** Follows a stream until `stop`. */
export interface Following {
  stop(): void;
}

/** Before a subscription that ended is begun again. */
const delays: Delays = { firstMs: 500, mostMs: 2_000 };

/**
 * Has `take` called with the events that come to a stream, page by page. A subscription that ends,
 * or cannot be begun, is begun again after a delay; the process is not kept alive for that.
 *
 * @param last revision after which each subscription begins, -1 for all events
 */
export const keepSubscribed = (
  journal: Journal,
  last: () => Promise<Either<StoreError, number>>,
  take: (events: ReadonlyArray<RecordedEvent>) => Promise<void> | void,
): Following => {
  const { store, stream } = journal;
  const backOff = new BackOff(delays);
  let isStopped = false;
  let subscription: Subscription | undefined;
  let retrying: Timer | undefined;

  const takeAll = async (items: Subscription): Promise<void> => {
    for await (const item of items) {
      if (isLeft(item)) return;
      backOff.reset();
      if (item.right.kind === "events") await take(item.right.events);
    }
  };

  const follow = async (): Promise<void> => {
    const after = await last();
    if (isStopped) return;
    if (!isLeft(after)) {
      subscription = store.subscribe(stream, after.right);
      await takeAll(subscription);
    }
    if (isStopped) return;
    retrying = timersOf(journal)
      .after(backOff.next(), () => void follow())
      .unref();
  };

  void follow();
  return {
    stop: () => {
      isStopped = true;
      retrying?.cancel();
      subscription?.close();
    },
  };
};
