import { isLeft } from "fp-ts/lib/Either.js";
import type { Journal } from "./journal.js";
import type { Pipeline } from "./pipeline.js";

/** Follows the store for events that others append; `stop` ends it. */
export interface Following {
  stop(): void;
}

/** Has the pipeline take in what other writers append, as soon as the store tells of it. */
export const followStore = (journal: Journal, pipeline: Pipeline): Following => {
  const subscription = journal.store.subscribe(
    journal.stream,
    pipeline.committed().state.offset - 1,
  );
  const follow = async (): Promise<void> => {
    for await (const item of subscription) {
      if (isLeft(item)) return;
      if (item.right.kind !== "events") continue;
      const last = item.right.events.at(-1);
      if (last !== undefined && last.revision >= pipeline.committed().state.offset)
        await pipeline.catchUp();
    }
  };
  void follow();
  return { stop: () => subscription.close() };
};
