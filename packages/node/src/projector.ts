import type { RecordedEvent, StoreFailure } from "@tallystick/event-store";
import type { JournalEntry, Views } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import { entryOf, type Journal } from "./journal.js";
import { storeMessage } from "./store-message.js";

/** Leads the journal's entries into the views. */
export interface Projector {
  /** Durable entries, in order. */
  offer(entries: ReadonlyArray<JournalEntry>): void;
  /** Why it stopped, if it did. */
  failure(): string | undefined;
  /** Ends after the batch under way. */
  stop(): Promise<void>;
}

/** Entries kept for the views while they are busy; beyond it they read the journal itself until they have caught up. */
const maxPendingEntries = 50_000;

/** Entries folded at once at most. */
const maxFoldEntries = 2_000;

/** Wait before a journal that was unavailable is read again; milliseconds. */
const rereadDelayMs = 100;

/**
 * Starts to lead entries into the views, beginning with what they have not seen.
 *
 * @param ledgerEnd offset of the last durable entry
 */
export const startProjector = (
  journal: Journal,
  views: Pick<Views, "checkpoint" | "fold">,
  ledgerEnd: () => number,
): Projector => {
  let pending: Array<JournalEntry> = [];
  let behind = views.checkpoint() < ledgerEnd();
  // offset of the entry that continues those taken so far
  let next = views.checkpoint() + 1;
  let stopped = false;
  let broken: string | undefined;
  let running: Promise<void> | undefined;

  const fold = async (entries: ReadonlyArray<JournalEntry>): Promise<void> => {
    for (let at = 0; at < entries.length && !stopped && broken === undefined; at += maxFoldEntries) {
      const folded = await views.fold(entries.slice(at, at + maxFoldEntries));
      if (isLeft(folded)) broken = `the views cannot be folded on: ${folded.left.message}`;
    }
  };

  const readJournal = async (): Promise<void> => {
    pending = [];
    for await (const page of journal.store.readStream(journal.stream, { from: views.checkpoint() })) {
      if (isLeft(page)) return notRead(page.left);
      await fold(page.right.map((event: RecordedEvent) => entryOf(event)));
      if (stopped || broken !== undefined) return;
    }
    next = views.checkpoint() + 1;
    behind = views.checkpoint() < ledgerEnd();
  };

  const notRead = async (failure: StoreFailure): Promise<void> => {
    if (failure.kind === "unavailable")
      await new Promise<void>((resume) => setTimeout(resume, rereadDelayMs));
    else broken = `the views cannot read the journal: ${storeMessage(failure)}`;
  };

  const work = async (): Promise<void> => {
    while (!stopped && broken === undefined && (behind || pending.length > 0)) {
      if (behind) await readJournal();
      else {
        const entries = pending;
        pending = [];
        await fold(entries);
      }
    }
  };

  const start = (): void => {
    running ??= work().finally(() => {
      running = undefined;
      if (!stopped && broken === undefined && (behind || pending.length > 0)) start();
    });
  };

  start();
  return {
    offer: (entries) => {
      const [first, last] = [entries[0], entries.at(-1)];
      if (stopped || broken !== undefined || first === undefined || last === undefined) return;
      if (!behind && last.offset < next) return;
      if (behind || first.offset !== next || pending.length + entries.length > maxPendingEntries)
        behind = true;
      else {
        for (const entry of entries) pending.push(entry);
        next += entries.length;
      }
      start();
    },
    failure: () => broken,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
};
