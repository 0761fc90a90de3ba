import type { Subscription } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import type { Pipeline } from "./pipeline.js";

/** Follows the store for events that others append; `stop` ends it. */
export interface Following {
  stop(): void;
}

/** Wait before a subscription that ended is begun again; milliseconds. */
const resubscribeDelayMs = 500;

/** Has the pipeline take in what other writers append, as soon as the store pushes it. */
export const followStore = (journal: Journal, pipeline: Pipeline): Following => {
  let stopped = false;
  let resubscribing: NodeJS.Timeout | undefined;

  const subscribe = (): Subscription =>
    journal.store.subscribe(journal.stream, pipeline.committed().state.offset - 1);

  const follow = async (current: Subscription): Promise<void> => {
    for await (const item of current) {
      if (isLeft(item)) break;
      if (item.right.kind === "events") await pipeline.follow(item.right.events);
    }
    if (!stopped) resubscribing = setTimeout(begin, resubscribeDelayMs).unref();
  };

  let subscription = subscribe();
  const begin = (): void => {
    subscription = subscribe();
    void follow(subscription);
  };
  void follow(subscription);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(resubscribing);
      subscription.close();
    },
  };
};
