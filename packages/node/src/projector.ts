import type { StoreFailure } from "@tallystick/event-store";
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

/** The views as far as the projector needs them. */
type FoldingViews = Pick<Views, "checkpoint" | "fold">;

/**
 * Starts to lead entries into the views, beginning with what they have not seen.
 *
 * @param ledgerEnd offset of the last durable entry
 */
export const startProjector = (
  journal: Journal,
  views: FoldingViews,
  ledgerEnd: () => number,
): Projector => new RunningProjector(journal, views, ledgerEnd);

class RunningProjector implements Projector {
  readonly #journal: Journal;
  readonly #views: FoldingViews;
  readonly #ledgerEnd: () => number;
  #pending: Array<JournalEntry> = [];
  /** The journal has entries that were not offered, or too many at once. */
  #behind: boolean;
  /** Offset of the entry that continues those taken so far. */
  #next: number;
  #stopped = false;
  #broken: string | undefined;
  #running: Promise<void> | undefined;

  constructor(journal: Journal, views: FoldingViews, ledgerEnd: () => number) {
    this.#journal = journal;
    this.#views = views;
    this.#ledgerEnd = ledgerEnd;
    this.#next = views.checkpoint() + 1;
    this.#behind = views.checkpoint() < ledgerEnd();
    this.#start();
  }

  offer(entries: ReadonlyArray<JournalEntry>): void {
    const [first, last] = [entries[0], entries.at(-1)];
    if (this.#isOver() || first === undefined || last === undefined) return;
    if (!this.#behind && last.offset < this.#next) return;
    const tooMany = this.#pending.length + entries.length > maxPendingEntries;
    if (this.#behind || tooMany || first.offset !== this.#next) this.#behind = true;
    else {
      for (const entry of entries) this.#pending.push(entry);
      this.#next += entries.length;
    }
    this.#start();
  }

  failure(): string | undefined {
    return this.#broken;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  #isOver(): boolean {
    return this.#stopped || this.#broken !== undefined;
  }

  #hasWork(): boolean {
    return !this.#isOver() && (this.#behind || this.#pending.length > 0);
  }

  #start(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      if (this.#hasWork()) this.#start();
    });
  }

  async #work(): Promise<void> {
    while (this.#hasWork()) {
      if (this.#behind) await this.#readJournal();
      else await this.#fold(this.#pending.splice(0));
    }
  }

  async #fold(entries: ReadonlyArray<JournalEntry>): Promise<void> {
    for (let at = 0; at < entries.length && !this.#isOver(); at += maxFoldEntries) {
      const folded = await this.#views.fold(entries.slice(at, at + maxFoldEntries));
      if (isLeft(folded)) this.#broken = `the views cannot be folded on: ${folded.left.message}`;
    }
  }

  async #readJournal(): Promise<void> {
    this.#pending = [];
    const { store, stream } = this.#journal;
    for await (const page of store.readStream(stream, { from: this.#views.checkpoint() })) {
      if (isLeft(page)) return this.#notRead(page.left);
      await this.#fold(page.right.map(entryOf));
      if (this.#isOver()) return;
    }
    this.#next = this.#views.checkpoint() + 1;
    this.#behind = this.#views.checkpoint() < this.#ledgerEnd();
  }

  async #notRead(failure: StoreFailure): Promise<void> {
    if (failure.kind !== "unavailable")
      this.#broken = `the views cannot read the journal: ${storeMessage(failure)}`;
    else await new Promise<void>((resume) => setTimeout(resume, rereadDelayMs));
  }
}
