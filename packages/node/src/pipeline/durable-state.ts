import { pause } from "@tallystick/background";
import type { LedgerError, LedgerState } from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { TableDamage } from "@tallystick/tables";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type Folded,
  type FoldKeeper,
  foldKept,
  foldPushed,
  type Journal,
  type JournalError,
  journalMessage,
  timersOf,
  nothingFolded,
} from "../journal/journal.js";
import { storeMessage } from "../journal/store-message.js";
import { notRunning } from "./pipeline-errors.js";

/** The durable state, and whether it follows the journal. */
export class DurableState {
  readonly #journal: Journal;
  readonly #keeper: FoldKeeper | undefined;
  #folded: Folded;
  #broken: string | undefined;
  #isBehind = false;
  /** The stored state is damaged, or of another state. */
  #isDamaged = false;
  #unreadable: string | undefined;

  /** @param keeper undefined for a state in memory only */
  constructor(journal: Journal, start: Folded, keeper: FoldKeeper | undefined) {
    this.#journal = journal;
    this.#folded = start;
    this.#keeper = keeper;
  }

  get folded(): Folded {
    return this.#folded;
  }

  /** Why all commands are rejected permanently, if they are. */
  get broken(): string | undefined {
    return this.#broken;
  }

  /** Why the journal could not be read at the last attempt. */
  get unreadable(): string | undefined {
    return this.#unreadable;
  }

  /** Why commands cannot be decided now, if so. */
  get error(): string | undefined {
    return this.#broken ?? this.#unreadable;
  }

  /** True when the journal may have events not folded yet. */
  isBehind(): boolean {
    return this.#isBehind || this.#keeper?.damage() !== undefined;
  }

  /** Marks that the journal may have further events. */
  fallBehind(): void {
    this.#isBehind = true;
  }

  /** Rejects commands from now on. */
  break(reason: string): void {
    this.#broken = reason;
  }

  /**
   * The state after more events.
   *
   * @param units of these events; see `eventUnits`
   */
  advance(folded: Folded, units: number): void {
    this.#keeper?.grew(units);
    this.#folded = this.#keeper?.settled(folded) ?? folded;
  }

  /** True when the keeper should settle the state. */
  isDue(): boolean {
    return this.#keeper?.isDue(this.#folded.state.offset) === true;
  }

  /** True when decisions should wait for room: see `room`. */
  isFull(): boolean {
    return this.#keeper?.isFull() === true;
  }

  /**
   * Waits for room; false after the timeout.
   *
   * @param maxMs timeout; milliseconds
   */
  async room(maxMs: number): Promise<boolean> {
    const done = new AbortController();
    const timeUp = pause(maxMs, done.signal, timersOf(this.#journal)).then(() => false);
    const hasRoom = await Promise.race([this.#keeper?.room().then(() => true) ?? true, timeUp]);
    done.abort();
    return hasRoom;
  }

  /** Goes back to a state that it had; of a state in memory. */
  rewind(folded: Folded): void {
    this.#folded = folded;
  }

  settle(): void {
    this.advance(this.#folded, 0);
  }

  /** Reads the state; left when it is damaged and has to be folded again. */
  reading<A>(read: (state: LedgerState) => A): Either<LedgerError, A> {
    try {
      return right(read(this.#folded.state));
    } catch (thrown) {
      if (!(thrown instanceof TableDamage)) throw thrown;
      this.#isDamaged = true;
      this.#isBehind = true;
      return left(notRunning("the state is being read from the journal again"));
    }
  }

  /**
   * Folds further events of the journal.
   *
   * @returns the last page of events; undefined when the journal could not be read
   */
  async refold(): Promise<ReadonlyArray<RecordedEvent> | undefined> {
    this.#isBehind = false;
    this.#unreadable = undefined;
    let lastPage: ReadonlyArray<RecordedEvent> = [];
    const read = await foldKept(this.#journal, await this.#before(), this.#keeper, (page) => {
      lastPage = page;
    });
    if (isLeft(read)) {
      this.#notRead(read.left);
      return undefined;
    }
    this.#isDamaged = false;
    this.#folded = read.right;
    return lastPage;
  }

  /**
   * Folds events from a subscription; falls behind when earlier ones are missing.
   *
   * @returns those that were new
   */
  async take(events: ReadonlyArray<RecordedEvent>): Promise<ReadonlyArray<RecordedEvent>> {
    await this.#keeper?.room();
    const { offset } = this.#folded.state;
    const [first] = events;
    const fresh =
      first === undefined || first.revision >= offset
        ? events
        : events.slice(offset - first.revision);
    if (fresh.length === 0 || this.#broken !== undefined) return [];
    const folded = this.isBehind() ? undefined : foldPushed(this.#folded, fresh, this.#keeper);
    if (folded === undefined) {
      this.#isBehind = true;
      return [];
    }
    this.advance(folded, 0);
    return fresh;
  }

  /** The state to continue from: an empty one when the keeper lost the layers below it. */
  async #before(): Promise<Folded> {
    const keeper = this.#keeper;
    if (keeper === undefined || (!this.#isDamaged && keeper.damage() === undefined))
      return this.#folded;
    this.#isDamaged = true;
    await keeper.reset();
    return nothingFolded(this.#folded);
  }

  #notRead(error: JournalError): void {
    // part of it was folded and stored, and is lost with this error
    if (this.#keeper?.isAhead(this.#folded.state.offset) === true) this.#isDamaged = true;
    if (error.kind !== "store") {
      this.#broken = journalMessage(error);
    } else if (error.error.kind !== "unavailable") {
      this.#broken = storeMessage(error.error);
    } else {
      this.#isBehind = true;
      this.#unreadable = storeMessage(error.error);
    }
  }
}
