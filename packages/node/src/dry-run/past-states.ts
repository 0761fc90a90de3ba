import { nextTurn } from "@tallystick/background";
import {
  decodeLedgerEvent,
  type LedgerError,
  ledgerError,
  type LedgerState,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Journal, journalMessage, timersOf } from "../journal/journal.js";
import { backpressure, notRunning } from "../pipeline/pipeline-errors.js";
import { DenseFold } from "../snapshot/dense-fold.js";

/** Requests for former states that may wait. */
const maxWaiting = 8;

const eventsPerPage = 500;

/** How long a former state is kept for the next request; milliseconds. */
const keptMs = 30_000;

/**
 * Former states of a ledger, folded from the beginning of its journal one at a time. The last one
 * is kept for a while: the same offset is there at once, and a later one is folded from it.
 */
export class PastStates {
  readonly #journal: Journal;
  readonly #isClosed: () => boolean;
  #fold: DenseFold | undefined;
  #uses = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @param isClosed whether the ledger is: then a fold ends */
  constructor(journal: Journal, isClosed: () => boolean) {
    this.#journal = journal;
    this.#isClosed = isClosed;
  }

  /**
   * Does something with the state after an event, which is the caller's until that has ended. Left:
   * the journal cannot be read, or too many wait.
   *
   * @param offset of the journal
   */
  async with<A>(
    offset: number,
    work: (state: LedgerState) => Promise<Either<LedgerError, A>>,
  ): Promise<Either<LedgerError, A>> {
    if (this.#waiting >= maxWaiting) return left(backpressure(this.#waiting));
    this.#waiting += 1;
    const done = this.#last.then(async () => {
      const state = await this.#stateAt(offset);
      return isLeft(state) ? state : work(state.right);
    });
    this.#last = done.then(
      () => this.#forgetLater(),
      () => this.#forgetLater(),
    );
    try {
      return await done;
    } finally {
      this.#waiting -= 1;
    }
  }

  #forgetLater(): void {
    this.#uses += 1;
    const uses = this.#uses;
    timersOf(this.#journal).after(keptMs, () => {
      if (uses === this.#uses) this.#fold = undefined;
    });
  }

  async #stateAt(offset: number): Promise<Either<LedgerError, LedgerState>> {
    if (this.#fold === undefined || this.#fold.state.offset > offset) this.#fold = new DenseFold();
    const fold = this.#fold;
    const folded = await this.#foldTo(fold, offset);
    if (folded !== undefined) {
      this.#fold = undefined;
      return left(folded);
    }
    return right(fold.state);
  }

  /** Why it could not be folded up to the offset. */
  async #foldTo(fold: DenseFold, offset: number): Promise<LedgerError | undefined> {
    const { store, stream } = this.#journal;
    while (fold.state.offset < offset) {
      const from = fold.state.offset;
      const read = { from, maxCount: Math.min(eventsPerPage, offset - from) };
      for await (const page of store.readStream(stream, read)) {
        if (isLeft(page)) return unread(journalMessage({ kind: "store", error: page.left }));
        for (const { type, data, revision } of page.right) {
          const event = decodeLedgerEvent(type, data, revision + 1);
          if (isLeft(event)) return unread(event.left.reason);
          fold.take(event.right);
        }
      }
      if (fold.state.offset === from) return unread("it ends before that offset");
      if (this.#isClosed()) return notRunning("the ledger is closed");
      await nextTurn(timersOf(this.#journal));
    }
    return undefined;
  }
}

const unread = (reason: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", `The journal cannot be read now: ${reason}.`, {
    context: { service_name: "journal" },
  });
