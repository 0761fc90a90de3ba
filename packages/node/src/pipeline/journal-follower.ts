import type { RecordedEvent } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { entryOf } from "../journal/journal.js";
import type { AppendTurns } from "../writer/append-turns.js";
import type { DurableState } from "./durable-state.js";
import { PushedEvents } from "./pushed-events.js";

/** Is called with durable entries, in order. */
export type EntryListener = (entries: ReadonlyArray<JournalEntry>) => void;

/** Brings the durable state up to what is in the journal, and says what came. */
export class JournalFollower {
  readonly pushed = new PushedEvents();
  readonly #durable: DurableState;
  readonly #turns: AppendTurns;
  #listener: EntryListener = () => undefined;

  constructor(durable: DurableState, turns: AppendTurns) {
    this.#durable = durable;
    this.#turns = turns;
  }

  onEntries(listener: EntryListener): void {
    this.#listener = listener;
  }

  /** These are durable now. */
  entries(entries: ReadonlyArray<JournalEntry>): void {
    this.#listener(entries);
  }

  /** True when the journal may have events that are not folded yet, and can be read. */
  isBehind(): boolean {
    return this.#durable.isBehind() && this.#durable.error === undefined;
  }

  /** Reads what the journal has more. */
  async refold(): Promise<void> {
    // whoever needs the pages before the last notices the gap and reads them
    this.#followed((await this.#durable.refold()) ?? []);
  }

  /** Takes in the page that was pushed, if there is one. */
  async takePushed(): Promise<void> {
    const page = this.pushed.take();
    if (page.length > 0) this.#followed(await this.#durable.take(page));
  }

  #followed(events: ReadonlyArray<RecordedEvent>): void {
    if (events.length === 0) return;
    this.#turns.followed();
    this.#listener(events.map(entryOf));
  }
}
