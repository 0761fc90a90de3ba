import { createTurns, systemTimers, type Timers, turnsBy } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { isDamage, textOfThrown } from "@tallystick/tables";
import { batchGap } from "./fold/batch-gap.js";
import type { FoldingHost } from "./fold/folding-host.js";
import { JournalReadError } from "./interface/journal-texts.js";
import { closed, journalUnreadable, rebuilding } from "./interface/passing-errors.js";
import { tryUntilDone, type Trying } from "./interface/try-until-done.js";
import type {
  JournalEntry,
  OpenViews,
  Queries,
  QueryContext,
  Views,
  ViewsError,
} from "./interface/views.js";
import { queriesOver, type QuerySource } from "./query/queries-over.js";
import { checkpointWatch, type CheckpointWatch } from "./query/checkpoint-watch.js";
import { viewsBroken, viewsUnavailable } from "./query/query-error.js";
import { readingThrough } from "./query/reading.js";
import { SharedBatches } from "./query/shared-batches.js";
import type { ViewReader } from "./sqlite/view-reader.js";
import { NotReadable, ReadingSide } from "./reading-side.js";
import type { ViewsParts } from "./views-parts.js";

type ViewsListeners = Pick<OpenViews, "onError" | "onDamage" | "onUnreadable" | "timers">;

export class OpenedViews implements Views {
  readonly #parts: ViewsParts;
  readonly #watch: CheckpointWatch;
  readonly #options: ViewsListeners;
  readonly #source: QuerySource;
  readonly #side: ReadingSide;
  #rebuild: Trying | undefined;
  #onRewind: () => void = () => undefined;
  #isClosed = false;
  #isFailed = false;
  #isUnreadable = false;

  constructor(parts: ViewsParts, options: ViewsListeners) {
    this.#parts = parts;
    this.#options = options;
    this.#watch = checkpointWatch(parts.host.start, this.#timers);
    this.#side = new ReadingSide(parts);
    this.#side.open();
    this.#source = {
      watch: this.#watch,
      turns: createTurns(turnsBy(this.#timers)),
      timers: this.#timers,
      updates: new SharedBatches(),
      completions: new SharedBatches(),
      // evaluated at each read: it may have been replaced while a query waited
      reading: readingThrough(() => this.#side.current()),
      answered: () => {
        if (this.#isUnreadable) this.#setUnreadable(undefined);
      },
      errorOf: (thrown) => this.#readError(thrown),
    };
  }

  get #timers(): Timers {
    return this.#options.timers ?? systemTimers;
  }

  get rebuiltBecause(): string | undefined {
    return this.#parts.host.rebuiltBecause;
  }

  checkpoint(): number {
    return this.#watch.current().offset;
  }

  checkpointHash(): string {
    return this.#watch.current().hash;
  }

  async fold(batch: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>> {
    if (this.#isClosed) return left(closed);
    const gap = batchGap(batch);
    if (gap !== undefined) return left(gap);
    if (batch.length === 0) return right(this.checkpoint());
    const folded = await this.#parts.host.fold(batch);
    if (isLeft(folded)) {
      if (folded.left.kind === "journal") this.fail(folded.left);
      if (folded.left.kind === "damaged") void this.#rebuildFor(folded.left.message);
      return folded;
    }
    // everything folded before a rebuild is gone
    if (this.#rebuild === undefined) this.#watch.advance(folded.right);
    return right(folded.right.offset);
  }

  onWait(listener: () => void): void {
    this.#watch.onWait(listener);
  }

  isAwaited(): boolean {
    return this.#watch.isAwaited();
  }

  onRewind(listener: () => void): void {
    this.#onRewind = listener;
  }

  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>> {
    return this.#watch.waitFor(offset, { timeoutMs });
  }

  reset(): Promise<Either<ViewsError, void>> {
    return this.#isClosed ? Promise.resolve(left(closed)) : this.#buildAnew();
  }

  check = (): Either<ViewsError, void> => this.#checking((views) => views.check());

  *checkParts(): Generator<Either<ViewsError, void>, void, undefined> {
    const parts = this.#checking((views) => views.checkParts());
    if (isLeft(parts)) return yield parts;
    for (;;) {
      const step = this.#checking(() => parts.right.next().done === true);
      if (isLeft(step)) return yield step;
      if (step.right) return;
      yield right(undefined);
    }
  }

  #checking<A>(check: (views: ViewReader) => A): Either<ViewsError, A> {
    const views = this.#side.views();
    if (views === undefined) return left(this.#isClosed ? closed : rebuilding);
    try {
      return right(check(views));
    } catch (thrown) {
      const message = textOfThrown(thrown);
      const kind = isDamage(thrown) ? "damaged" : "file";
      if (kind === "damaged") void this.#rebuildFor(message);
      return left({ kind, message });
    }
  }

  queries = (context: QueryContext): Queries => queriesOver(this.#source, context);

  /** Ends all waits: folding has stopped. */
  fail(error: ViewsError): void {
    this.#watch.fail(error);
    if (this.#isFailed) return;
    this.#isFailed = true;
    this.#options.onError?.(error);
  }

  /** Folding stops until the host restarts: waits get this error. */
  interrupt(error: ViewsError): void {
    this.#watch.interrupt(error);
  }

  /** The host has started, maybe again and with another file. */
  resume({ start, rebuiltBecause }: Pick<FoldingHost, "start" | "rebuiltBecause">): void {
    this.#watch.resume();
    if (this.#rebuild !== undefined) return;
    const isBehind = start.offset < this.checkpoint();
    const lost = isBehind ? `the file lost what was folded after ${start.offset}` : undefined;
    const reason = rebuiltBecause ?? lost;
    if (reason === undefined) this.#watch.advance(start);
    else void this.#rebuildFor(reason);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watch.fail(closed);
    this.#rebuild?.stop();
    await this.#rebuild?.done;
    this.#side.close();
    await this.#parts.host.close();
    this.#parts.lock.release();
  }

  #readError(thrown: unknown): LedgerError {
    if (this.#isClosed) return viewsUnavailable(closed);
    if (thrown instanceof JournalReadError)
      return thrown.mayPass ? viewsUnavailable(journalUnreadable) : viewsBroken(thrown.message);
    if (thrown instanceof NotReadable) return viewsUnavailable(rebuilding);
    const message = textOfThrown(thrown);
    if (isDamage(thrown)) {
      void this.#rebuildFor(message);
      return viewsUnavailable(rebuilding);
    }
    if (!this.#isUnreadable) this.#setUnreadable(message);
    return viewsUnavailable({ kind: "file", message });
  }

  #setUnreadable(reason: string | undefined): void {
    this.#isUnreadable = reason !== undefined;
    this.#options.onUnreadable?.(reason);
  }

  #rebuildFor(reason: string): Promise<Either<ViewsError, void>> {
    if (this.#rebuild === undefined) this.#options.onDamage?.(reason);
    return this.#buildAnew();
  }

  #buildAnew(): Promise<Either<ViewsError, void>> {
    if (this.#rebuild !== undefined) return this.#rebuild.done;
    this.#side.close();
    this.#source.updates.forget();
    this.#source.completions.forget();
    this.#watch.rewind({ offset: 0, recordTime: 0, hash: "" });
    const { done, stop } = tryUntilDone(
      () => this.#replaceFile(),
      ({ message }) => this.#setUnreadable(message),
      this.#timers,
    );
    const ended = done.then((outcome) => {
      this.#rebuild = undefined;
      if (this.#isClosed) return outcome;
      if (isLeft(outcome)) this.fail(outcome.left);
      else if (this.#isUnreadable) this.#setUnreadable(undefined);
      this.#onRewind();
      return outcome;
    });
    this.#rebuild = { done: ended, stop };
    return ended;
  }

  async #replaceFile(): Promise<Either<ViewsError, void>> {
    const emptied = await this.#parts.host.reset();
    if (isLeft(emptied)) return emptied;
    this.#side.open();
    this.#watch.rewind(emptied.right);
    return right(undefined);
  }
}
