import { nextTurn } from "@tallystick/background";
import {
  decodeLedgerEvent,
  type LedgerError,
  ledgerError,
  type LedgerState,
} from "@tallystick/core";
import { TableDamage } from "@tallystick/tables";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Journal, journalMessage, timersOf } from "../journal/journal.js";
import { backpressure, notRunning } from "../pipeline/pipeline-errors.js";
import { DenseFold } from "../snapshot/dense-fold.js";
import { findState } from "../snapshot/found-state.js";
import { closeRuns, type ReadSnapshot } from "../snapshot/snapshot-file.js";
import { randomHashSeed } from "../ledger/ids.js";

/** Requests for former states that may wait. */
const maxWaiting = 8;

const eventsPerPage = 500;

/** How long a former state is kept for the next request; milliseconds. */
const keptMs = 30_000;

/** Events that are folded one by one before a snapshot is looked for. */
const eventsBeforeSnapshot = 65_536;

/** Attempts to read a snapshot whose files are replaced meanwhile. */
const snapshotTries = 3;

/** Why a fold is not where it was to be. */
type Unfolded =
  | { readonly kind: "error"; readonly error: LedgerError }
  /** The snapshot it began with is of no use. */
  | { readonly kind: "snapshot" };

/**
 * Former states of a ledger, folded one at a time: from a snapshot, or from the beginning of the
 * journal. The last one is kept for a while: the same offset is there at once, and a later one is
 * folded from it.
 */
export class PastStates {
  readonly #journal: Journal;
  readonly #isClosed: () => boolean;
  readonly #folder: string | undefined;
  #fold: DenseFold | undefined;
  /** What the fold began with. */
  #snapshot: ReadSnapshot | undefined;
  #uses = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param isClosed whether the ledger is: then a fold ends
   * @param folder the data folder with snapshots of the journal; undefined: all is folded from the
   * beginning
   */
  constructor(journal: Journal, isClosed: () => boolean, folder?: string) {
    this.#journal = journal;
    this.#isClosed = isClosed;
    this.#folder = folder;
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
    const done = this.#last.then(() => this.#workedAt(offset, work));
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

  async #workedAt<A>(
    offset: number,
    work: (state: LedgerState) => Promise<Either<LedgerError, A>>,
  ): Promise<Either<LedgerError, A>> {
    await this.#begin(offset);
    try {
      const state = await this.#stateAt(offset);
      return isLeft(state) ? state : await work(state.right);
    } catch (thrown) {
      const isFromSnapshot = this.#snapshot !== undefined;
      this.#forget();
      if (!(thrown instanceof TableDamage) || !isFromSnapshot) throw thrown;
    }
    this.#fold = new DenseFold();
    const state = await this.#stateAt(offset);
    return isLeft(state) ? state : work(state.right);
  }

  #forgetLater(): void {
    this.#uses += 1;
    const uses = this.#uses;
    timersOf(this.#journal).after(keptMs, () => {
      if (uses === this.#uses) this.#forget();
    });
  }

  #forget(): void {
    if (this.#snapshot !== undefined) closeRuns(this.#snapshot.runs);
    this.#snapshot = undefined;
    this.#fold = undefined;
  }

  /** Begins a fold from the best place before an offset, unless there is one that is near. */
  async #begin(offset: number): Promise<void> {
    const at = this.#fold?.state.offset;
    const from = this.#snapshot?.state.offset ?? at;
    const isBefore = at !== undefined && at <= offset;
    if (isBefore && from !== undefined && offset - from < eventsBeforeSnapshot) return;
    const found = await this.#foundSnapshot();
    if (
      found !== undefined &&
      found.state.offset <= offset &&
      (from === undefined || !isBefore || found.state.offset > from)
    ) {
      this.#forget();
      this.#snapshot = found;
      this.#fold = new DenseFold({ from: found.state });
      return;
    }
    if (found !== undefined) closeRuns(found.runs);
    if (isBefore) return;
    this.#forget();
    this.#fold = new DenseFold();
  }

  async #foundSnapshot(): Promise<ReadSnapshot | undefined> {
    if (this.#folder === undefined) return undefined;
    for (let tries = 1; tries <= snapshotTries; tries++) {
      const state = await findState(this.#journal, this.#folder, randomHashSeed(), () => undefined);
      if (state.trusted !== undefined) return state.trusted;
    }
    return undefined;
  }

  async #stateAt(offset: number): Promise<Either<LedgerError, LedgerState>> {
    for (;;) {
      const fold = (this.#fold ??= new DenseFold());
      const unfolded = await this.#foldTo(fold, offset);
      if (unfolded === undefined) return right(fold.state);
      this.#forget();
      if (unfolded.kind === "error") return left(unfolded.error);
    }
  }

  /** Why it could not be folded up to the offset. */
  async #foldTo(fold: DenseFold, offset: number): Promise<Unfolded | undefined> {
    const { store, stream } = this.#journal;
    while (fold.state.offset < offset) {
      const from = fold.state.offset;
      const read = { from, maxCount: Math.min(eventsPerPage, offset - from) };
      for await (const page of store.readStream(stream, read)) {
        if (isLeft(page)) return unread(journalMessage({ kind: "store", error: page.left }));
        for (const { type, data, revision, erased } of page.right) {
          // the snapshot may have what was pruned since
          if (erased !== undefined && this.#snapshot !== undefined) return { kind: "snapshot" };
          const event = decodeLedgerEvent(type, data, revision + 1);
          if (isLeft(event)) return unread(event.left.reason);
          fold.take(event.right);
        }
      }
      if (fold.state.offset === from) return unread("it ends before that offset");
      if (this.#isClosed()) return { kind: "error", error: notRunning("the ledger is closed") };
      await nextTurn(timersOf(this.#journal));
    }
    return undefined;
  }
}

const unread = (reason: string): Unfolded => ({
  kind: "error",
  error: ledgerError("SERVICE_NOT_RUNNING", `The journal cannot be read now: ${reason}.`, {
    context: { service_name: "journal" },
  }),
});
