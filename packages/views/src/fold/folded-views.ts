import { basename } from "node:path";
import { Listeners, systemTimers, type Timers } from "@tallystick/background";
import { sqliteCode } from "@tallystick/sqlite";
import {
  type Checkpoint as FileCheckpoint,
  isDamage,
  markDamaged,
  textOfThrown,
} from "@tallystick/tables";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { closed, rebuilding, reverted } from "../interface/passing-errors.js";
import { ViewsUnreadable, viewsUnavailable } from "../interface/views-unreadable.js";
import type { JournalViews, JournalEntry, ViewsError, ViewsNotice } from "../interface/views.js";
import { CatchUp } from "./catch-up.js";
import { checkpointWatch, type CheckpointWatch } from "./checkpoint-watch.js";
import { continuing } from "./continuing.js";
import { type CheckedTables, type Checkpoint, type Fold, noEvents } from "./fold.js";
import type { FoldingOutcome, FoldingRequest, FoldingStart } from "./fold-thread.js";
import { type FoldedFile, type FoldingFile, openFoldedFile } from "./folded-file.js";
import { LentFile } from "./lent-file.js";
import { packBatch } from "./packed-batch.js";

/** Events behind the journal from which on a thread is used; fewer take about a second here. */
const farEvents = 5_000;

/** Distance from the journal's end at which the thread stops. */
const nearEvents = 500;

export interface FoldedViewsParts<Row extends FileCheckpoint, Tables, Changes> extends FoldingFile {
  /** Their name among the parts of a ledger. */
  readonly name: string;
  /** As messages call them, like "the views". */
  readonly title: string;
  readonly fold: Fold<Row, Tables, Changes>;
  /**
   * The module that folds in a thread, see `answerFolds`, with further data. Views that can be read
   * meanwhile are always folded there, others while they are far behind. Undefined: none are.
   */
  readonly thread: { readonly script: URL; readonly data?: object } | undefined;
}

/**
 * Views of a journal in one file: it is opened, folded into, lent to a thread, read, awaited, found
 * damaged and folded again, and closed. What it holds is a `Fold`. The queries are in a class that
 * extends this one; they use `read`.
 */
export class FoldedViews<Row extends FileCheckpoint, Tables, Changes> implements JournalViews {
  readonly name: string;
  readonly file: string;
  readonly rebuiltBecause: string | undefined;
  protected readonly timers: Timers;
  protected readonly watch: CheckpointWatch;
  readonly #parts: FoldedViewsParts<Row, Tables, Changes>;
  readonly #rewinds = new Listeners();
  readonly #notices = new Listeners<[ViewsNotice]>();
  readonly #catchUp: CatchUp;
  /** The file while it is folded into here; otherwise it is lent. */
  #here: FoldedFile<Row, Tables, Changes> | undefined;
  #lent: LentFile<Row, Tables, Changes> | undefined;
  #takingBack: Promise<Either<ViewsError, number>> | undefined;
  #journal: string;
  #latest: (() => number) | undefined;
  /** Reads are rejected below this offset. */
  #readableFrom = 0;
  #isUnreadable = false;
  #isClosed = false;

  constructor(
    parts: FoldedViewsParts<Row, Tables, Changes>,
    file: FoldedFile<Row, Tables, Changes>,
  ) {
    this.#parts = parts;
    this.name = parts.name;
    this.file = basename(parts.path);
    this.rebuiltBecause = file.rebuiltBecause;
    this.timers = parts.timers ?? systemTimers;
    this.watch = checkpointWatch(file.checkpoint, this.timers);
    this.#journal = parts.journal ?? "";
    this.#catchUp = new CatchUp(parts.title, this.timers, (message) =>
      this.#notices.tell({ kind: "views-progress", message }),
    );
    this.#takeHere(file);
  }

  readonly onRewind = this.#rewinds.add;
  readonly onNotice = this.#notices.add;

  onWait(listener: () => void): () => void {
    return this.watch.onWait(listener);
  }

  /** Called after a fold here. */
  protected changed(_changes: Changes): void {}

  /** Called when a thread has folded what was far behind: anything may have changed. */
  protected caughtUp(_tables: Tables): void {}

  /** Called when nothing is held any more. */
  protected emptied(): void {}

  begin(journal: string, ledgerEnd: number, latest?: () => number): void {
    this.#journal = journal;
    this.#latest = latest;
    if (this.rebuiltBecause !== undefined)
      this.#notices.tell({ kind: "views-rebuilt", message: this.rebuiltBecause });
    if (this.#here !== undefined) {
      this.#here.begin(journal, ledgerEnd);
      // the tables know its record time
      this.watch.advance(this.#here.checkpoint);
    }
    // a file that was ahead of the journal has just been emptied
    this.#readableFrom = Math.min(this.#readableFrom, ledgerEnd);
    if (this.#parts.fold.reader === undefined) this.#readableFrom = latest?.() ?? 0;
    else this.#lend();
  }

  behind(): string | undefined {
    const offset = this.checkpoint();
    const end = Math.max(offset, this.#readableFrom);
    return this.#isHidden() || offset < end
      ? `${this.#parts.title} are folded from the journal and have ${offset} of ${end} events`
      : undefined;
  }

  checkpoint(): number {
    return this.watch.current().offset;
  }

  checkpointHash(): string {
    return this.watch.current().hash;
  }

  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>> {
    return this.watch.waitFor(offset, { timeoutMs });
  }

  // no await before folding here: the code after a call sees what it has folded
  async fold(entries: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>> {
    if (this.#takingBack !== undefined) await this.#takingBack;
    if (this.#isClosed) return left(closed);
    if (entries.length === 0) return right(this.checkpoint());
    return this.foldsInThread() ? this.#foldThere(entries) : this.#foldHere(entries);
  }

  foldsInThread(): boolean {
    const isFar = (this.#latest?.() ?? 0) - this.checkpoint() > farEvents;
    return this.#lent !== undefined || (this.#parts.thread !== undefined && isFar);
  }

  check(): Either<ViewsError, void> {
    return this.#isHidden() ? right(undefined) : this.#reading((tables) => tables.check());
  }

  *checkParts(): Generator<Either<ViewsError, void>, void, undefined> {
    if (this.#isHidden()) return;
    const begun = this.#reading((tables) => ({ tables, parts: tables.checkParts() }));
    if (isLeft(begun)) return yield begun;
    const { tables, parts } = begun.right;
    for (;;) {
      // those of a file that was emptied meanwhile are over
      const step = this.#reading((now) => now !== tables || parts.next().done === true);
      if (isLeft(step)) return yield step;
      if (step.right) return;
      yield right(undefined);
    }
  }

  mark(): (() => void) | undefined {
    if (this.#parts.path !== ":memory:") return undefined;
    const rewind = this.#here?.mark();
    return rewind === undefined ? undefined : () => this.#rewind(rewind);
  }

  #rewind(rewind: () => void): void {
    rewind();
    if (this.#here !== undefined) this.watch.rewind(this.#here.checkpoint);
    this.#readableFrom = Math.min(this.#readableFrom, this.checkpoint());
    this.emptied();
    // who waits for later events would miss those that take their offsets
    this.watch.interrupt(reverted);
    this.watch.resume();
    this.#rewinds.tell();
  }

  /** Ends all waits, and closes the file, also in the thread that has it. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.watch.fail(closed);
    this.#here?.close();
    await this.#here?.ended();
    await this.#takingBack;
    await this.#lent?.stop();
  }

  /** Reads. Throws `ViewsUnreadable` when the file cannot be read now. */
  protected read<A>(read: (tables: Tables) => A): A {
    const found = this.#reading(({ tables }) => read(tables));
    if (isLeft(found)) throw new ViewsUnreadable(viewsUnavailable(found.left));
    return found.right;
  }

  #reading<A>(read: (tables: CheckedTables<Tables>) => A): Either<ViewsError, A> {
    try {
      const tables = this.#readable();
      if (isLeft(tables)) return tables;
      const found = read(tables.right);
      if (this.#isUnreadable) this.#setUnreadable(undefined);
      return right(found);
    } catch (thrown) {
      return left(this.#readError(thrown));
    }
  }

  /** What is read now. Throws what SQLite throws. */
  #readable(): Either<ViewsError, CheckedTables<Tables>> {
    if (this.#isClosed) return left(closed);
    const behind = this.behind();
    if (behind !== undefined) return left({ kind: "behind", message: behind });
    const tables = this.#here?.tables ?? this.#lent?.tables();
    return tables === undefined ? left(rebuilding) : right(tables);
  }

  /** True while a thread has the file, and it cannot be read beside it. */
  #isHidden(): boolean {
    return this.#lent !== undefined && this.#parts.fold.reader === undefined;
  }

  #readError(thrown: unknown): ViewsError {
    const message = textOfThrown(thrown);
    if (isDamage(thrown)) {
      this.#damaged(message);
      return { kind: "damaged", message };
    }
    if (sqliteCode(thrown) === undefined) throw thrown;
    if (!this.#isUnreadable) this.#setUnreadable(message);
    return { kind: "file", message };
  }

  #setUnreadable(reason: string | undefined): void {
    this.#isUnreadable = reason !== undefined;
    this.#notices.tell(
      reason === undefined
        ? { kind: "views-resumed", message: "the views can be read again" }
        : { kind: "views-interrupted", message: `the views cannot be read: ${reason}` },
    );
  }

  #damaged(damage: string): void {
    if (this.#here !== undefined) return this.#here.empty(damage);
    // should the thread end before it has emptied the file, its next one does
    markDamaged(this.#parts.path, damage);
    void this.#ask({ kind: "empty" });
    this.#empty(damage);
  }

  /** Nothing is held any more, or only what is up to a checkpoint. */
  #empty(damage: string | undefined, upTo: Checkpoint = noEvents): void {
    this.#lent?.empty();
    this.#readableFrom = Math.max(this.#readableFrom, this.checkpoint());
    this.watch.rewind(upTo);
    this.emptied();
    if (damage !== undefined) this.#notices.tell({ kind: "views-damaged", message: damage });
    this.#rewinds.tell();
  }

  #takeHere(file: FoldedFile<Row, Tables, Changes>): void {
    this.#here = file;
    file.onEmptied((damage) => this.#empty(damage));
  }

  #foldHere(entries: ReadonlyArray<JournalEntry>): Either<ViewsError, number> {
    const file = this.#here;
    if (file === undefined) return left(closed);
    const folded = file.fold(entries);
    if (isLeft(folded)) {
      if (folded.left.kind === "journal") this.watch.fail(folded.left);
      return folded;
    }
    this.watch.advance(file.checkpoint);
    this.changed(folded.right);
    return right(this.checkpoint());
  }

  async #foldThere(entries: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>> {
    // a packed batch has only its first offset
    const gap = continuing(entries, (entries[0]?.offset ?? 1) - 1);
    if (isLeft(gap)) return gap;
    this.#lend();
    const folded = await this.#ask({ kind: "fold", batch: packBatch(entries) });
    if (isLeft(folded)) return folded;
    const { offset } = folded.right;
    if (this.#latest === undefined || !this.#isHidden()) return right(offset);
    const end = this.#latest();
    this.#catchUp.moved(offset, end);
    if (end - offset > nearEvents) return right(offset);
    this.#takingBack ??= this.#takeBack().finally(() => {
      this.#takingBack = undefined;
    });
    return this.#takingBack;
  }

  async #ask(request: FoldingRequest): Promise<FoldingOutcome> {
    const lent = this.#lent;
    if (lent === undefined) return left(closed);
    const outcome = await lent.ask(request);
    if (isLeft(outcome)) {
      if (outcome.left.kind === "journal") this.watch.fail(outcome.left);
      if (outcome.left.kind === "damaged") this.#empty(outcome.left.message);
      return outcome;
    }
    lent.folded();
    this.watch.advance(outcome.right);
    return outcome;
  }

  /** Gives the file to a thread, which folds into it from now on. */
  #lend(): void {
    const { thread, fold, path } = this.#parts;
    if (this.#lent !== undefined || thread === undefined) return;
    const here = this.#here;
    // damage found now empties the file while it is here
    here?.write();
    this.#here = undefined;
    const data = { ...thread.data, path, journal: this.#journal };
    this.#lent = new LentFile(fold, thread.script, data, {
      ended: (error) => {
        this.#notices.tell({ kind: "thread-ended", message: error.message });
        this.watch.interrupt(error);
      },
      started: (start) => this.#resume(start),
    });
    try {
      // closing the last connection to a file would copy its log into it
      this.#lent.tables();
    } catch {
      // the next read reports it
    }
    here?.close();
  }

  /** The file was opened again, by a thread or here: what was not written is folded again. */
  #resume({ checkpoint, rebuiltBecause }: FoldingStart): void {
    this.watch.resume();
    if (rebuiltBecause !== undefined) this.#empty(rebuiltBecause);
    else if (checkpoint.offset < this.checkpoint()) this.#empty(undefined, checkpoint);
    this.#lent?.folded();
    this.watch.advance(checkpoint);
  }

  /** Stops the thread, and opens the file here again. */
  async #takeBack(): Promise<Either<ViewsError, number>> {
    const lent = this.#lent;
    await lent?.stop();
    if (this.#isClosed) return left(closed);
    const file = openFoldedFile(this.#parts.fold, this.#parts);
    if (isLeft(file)) {
      lent?.restart();
      return file;
    }
    this.#lent = undefined;
    this.#takeHere(file.right);
    file.right.begin(this.#journal, Number.MAX_SAFE_INTEGER);
    this.#resume(file.right);
    this.#catchUp.ended(this.checkpoint());
    if (file.right.tables !== undefined) this.caughtUp(file.right.tables.tables);
    return right(this.checkpoint());
  }
}
