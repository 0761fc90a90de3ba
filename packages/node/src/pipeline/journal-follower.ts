import { Listeners, type Timers } from "@tallystick/background";
import type { RecordedEvent } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { entryOf } from "../journal/journal.js";
import type { AppendTurns } from "../writer/append-turns.js";
import type { DurableState } from "./durable-state.js";
import { PushedEvents } from "./pushed-events.js";

/** Brings the durable state up to the journal, and notifies listeners of new entries. */
export class JournalFollower {
  readonly pushed: PushedEvents;
  readonly #durable: DurableState;
  readonly #turns: AppendTurns;
  readonly #entries = new Listeners<[ReadonlyArray<JournalEntry>]>();
  /** Calls back with durable entries, in order. */
  readonly onEntries = this.#entries.add;
  /** To be called with entries that were appended here. */
  readonly entries = this.#entries.tell;

  constructor(durable: DurableState, turns: AppendTurns, timers?: Timers) {
    this.pushed = new PushedEvents(timers);
    this.#durable = durable;
    this.#turns = turns;
  }

  /** True when the journal may have events that are not folded yet, and can be read. */
  isBehind(): boolean {
    return this.#durable.isBehind() && this.#durable.error === undefined;
  }

  async refold(): Promise<void> {
    // listeners that need the pages before the last notice the gap and read them
    this.#followed((await this.#durable.refold()) ?? []);
  }

  /** Folds the pushed page, if there is one. */
  async takePushed(): Promise<void> {
    const page = this.pushed.take();
    if (page.length > 0) this.#followed(await this.#durable.take(page));
  }

  #followed(events: ReadonlyArray<RecordedEvent>): void {
    if (events.length === 0) return;
    this.#turns.followed();
    this.#entries.tell(events.map(entryOf));
  }
}
