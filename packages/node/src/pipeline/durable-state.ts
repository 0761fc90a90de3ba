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
  nothingFolded,
} from "../journal/journal.js";
import { storeMessage } from "../journal/store-message.js";
import { notRunning } from "./pipeline-errors.js";

/** The state as far as it is durable, and how it gets on with the journal. */
export class DurableState {
  readonly #journal: Journal;
  readonly #keeper: FoldKeeper | undefined;
  #folded: Folded;
  #broken: string | undefined;
  #isBehind = false;
  /** What the keeper kept is damaged, or of another state. */
  #isDamaged = false;
  #unreadable: string | undefined;

  /** @param keeper undefined for a state that is in memory alone */
  constructor(journal: Journal, start: Folded, keeper: FoldKeeper | undefined) {
    this.#journal = journal;
    this.#folded = start;
    this.#keeper = keeper;
  }

  get folded(): Folded {
    return this.#folded;
  }

  /** Why nothing is taken any more, if so. */
  get broken(): string | undefined {
    return this.#broken;
  }

  /** Why the journal could not be read, until it can be again. */
  get unreadable(): string | undefined {
    return this.#unreadable;
  }

  /** Why no command can be decided now, if so. */
  get error(): string | undefined {
    return this.#broken ?? this.#unreadable;
  }

  /** True when the journal may have events that are not folded yet. */
  isBehind(): boolean {
    return this.#isBehind || this.#keeper?.damage() !== undefined;
  }

  /** The journal may have other events than those folded. */
  fallBehind(): void {
    this.#isBehind = true;
  }

  /** Nothing is taken from now on. */
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

  /** True when the keeper should take what it can of the state. */
  isDue(): boolean {
    return this.#keeper?.isDue(this.#folded.state.offset) === true;
  }

  /** True when nothing more should be decided before there is room: see `room`. */
  isFull(): boolean {
    return this.#keeper?.isFull() === true;
  }

  /**
   * Waits until more may be decided; false when it still must not.
   *
   * @param maxMs for so long; milliseconds
   */
  async room(maxMs: number): Promise<boolean> {
    const done = new AbortController();
    const timeUp = pause(maxMs, done.signal).then(() => false);
    const hasRoom = await Promise.race([this.#keeper?.room().then(() => true) ?? true, timeUp]);
    done.abort();
    return hasRoom;
  }

  /** Has the keeper take what it can of the state. */
  settle(): void {
    this.advance(this.#folded, 0);
  }

  /** Reads the state; left when it cannot be read and has to be folded again. */
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
   * Folds what the journal has more.
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
   * Folds events that a subscription gave; falls behind when something is missing before them.
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

  /** What can be folded on: nothing, where the keeper does not have what is beneath the state. */
  async #before(): Promise<Folded> {
    const keeper = this.#keeper;
    if (keeper === undefined || (!this.#isDamaged && keeper.damage() === undefined))
      return this.#folded;
    this.#isDamaged = true;
    await keeper.reset();
    return nothingFolded(this.#folded);
  }

  #notRead(error: JournalError): void {
    // part of it was folded and kept, and is lost with this error
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
