import { checkArgument } from "@tallystick/core";
import type { EventStore, Reopening, ReopeningModule, StoreError } from "@tallystick/event-store";
import { type Either, map } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";

/** Which journal a thread opens. */
export interface ReopenedJournal {
  readonly reopening: Reopening;
  readonly stream: string;
}

/**
 * Opens a journal in another thread.
 *
 * @param journal `reopening` of its store's capabilities, and its stream
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
