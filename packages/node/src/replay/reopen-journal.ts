import { checkArgument } from "@tallystick/core";
import type { EventStore, ReopenableStore, Reopening, StoreError } from "@tallystick/event-store";
import { type Either, map } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";

/** Which journal a thread opens. */
export interface ReopenedJournal {
  readonly reopening: Reopening;
  readonly stream: string;
}

const isReopenable = (store: object): store is ReopenableStore => "reopening" in store;

/**
 * How other threads open a store; undefined when they cannot.
 *
 * @param store any store
 */
export const reopeningOf = (store: object): Reopening | undefined => {
  checkArgument("store", store, "object");
  return isReopenable(store) ? store.reopening : undefined;
};

/** What the module of a store that can be reopened exports. */
interface ReopeningModule {
  readonly reopen: (place: string, verifyReads: boolean) => Promise<Either<StoreError, EventStore>>;
}

/**
 * Opens a journal in another thread.
 *
 * @param journal what `reopeningOf` gave of its store, and its stream
 * @param verifyReads false where another thread checks the chain of the same events
 */
export const reopenJournal = async (
  journal: ReopenedJournal,
  verifyReads = true,
): Promise<Either<StoreError, Journal>> => {
  checkArgument("journal", journal, "object", { reopening: "object", stream: "text" });
  checkArgument("journal.reopening", journal.reopening, "object", { module: "text" });
  const { reopening, stream } = journal;
  // border: a store names its module
  const module = (await import(reopening.module)) as ReopeningModule;
  const opened = await module.reopen(reopening.place, verifyReads);
  return map((store: EventStore): Journal => ({ store, stream }))(opened);
};
