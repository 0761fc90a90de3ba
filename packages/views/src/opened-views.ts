import type { LedgerError } from "@tallystick/core";
import type { CompletionItem, UpdateItem } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { batchGap } from "./fold/batch-gap.js";
import type { FoldingHost } from "./fold/folding-host.js";
import { JournalReadError } from "./interface/journal-texts.js";
import { closed, journalUnreadable, rebuilding } from "./interface/passing-errors.js";
import { tryUntilDone, type Trying } from "./interface/try-until-done.js";
import type { JournalEntry, OpenViews, Views, ViewsError } from "./interface/views.js";
import { type BatchSource, cancellableItems } from "./query/cancellable-items.js";
import { streamBatches } from "./query/offset-stream.js";
import { checkpointWatch, type CheckpointWatch } from "./query/checkpoint-watch.js";
import { queryActiveContracts } from "./query/query-active-contracts.js";
import { queryActiveContractsPage } from "./query/query-active-contracts-page.js";
import { completionsAsked } from "./query/query-completions.js";
import { queryContract, queryContractEvents } from "./query/query-contract.js";
import { viewsBroken, viewsUnavailable } from "./query/query-error.js";
import { queryTransaction, queryUpdate } from "./query/query-update.js";
import { updatesAsked } from "./query/query-updates.js";
import { queryUpdatesPage } from "./query/query-updates-page.js";
import type { QueryParts, StreamReader } from "./query/query-parts.js";
import type { ReadFor } from "./interface/read-for.js";
import { readTurns } from "./query/read-turns.js";
import { type Reading, readingThrough } from "./query/reading.js";
import { SharedBatches } from "./query/shared-batches.js";
import { isDamage, textOfThrown } from "./sqlite/schema.js";
import type { ViewReader } from "./sqlite/view-reader.js";
import { wholeContractsPage, wholeUpdatesPage } from "./query/whole-pages.js";
import { NotReadable, ReadingSide } from "./reading-side.js";
import type { ViewsParts } from "./views-parts.js";

type ViewsListeners = Pick<OpenViews, "onError" | "onDamage" | "onUnreadable">;

// a millisecond or two
const blocksPerCheck = 64;

/** Views whose database is open. */
export class OpenedViews implements Views {
  readonly #parts: ViewsParts;
  readonly #watch: CheckpointWatch;
  readonly #turns = readTurns();
  readonly #queryParts: QueryParts;
  readonly #options: ViewsListeners;
  readonly #updates = new SharedBatches<UpdateItem>();
  readonly #completions = new SharedBatches<CompletionItem>();
  readonly #side: ReadingSide;
  #rebuild: Trying | undefined;
  #onRewind: () => void = () => undefined;
  #isClosed = false;
  #isFailed = false;
  #isUnreadable = false;

  constructor(parts: ViewsParts, options: ViewsListeners) {
    this.#parts = parts;
    this.#options = options;
    this.#watch = checkpointWatch(parts.host.start);
    this.#queryParts = { watch: this.#watch, turns: this.#turns };
    this.#side = new ReadingSide(parts);
    this.#side.open();
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
    // what was folded before a rebuild is gone with it
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

  checkSome: Views["checkSome"] = (after) =>
    this.#checking((views) => views.checkSome(after, blocksPerCheck));

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

  activeContracts: Views["activeContracts"] = (context, query, readFor = {}) => {
    const reading = this.#reading();
    return this.#items(readFor, (reader) =>
      queryActiveContracts(reading, this.#queryParts, context, query, reader),
    );
  };

  updates: Views["updates"] = (context, query, readFor = {}) => {
    const parts = { ...this.#queryParts, shared: this.#updates };
    const reading = this.#reading();
    return this.#items(readFor, (reader) =>
      streamBatches(parts, context, () => updatesAsked(reading, context, query), reader),
    );
  };

  completions: Views["completions"] = (context, query, readFor = {}) => {
    const parts = { ...this.#queryParts, shared: this.#completions };
    const reading = this.#reading();
    return this.#items(readFor, (reader) =>
      streamBatches(parts, context, () => completionsAsked(reading, context, query), reader),
    );
  };

  transaction: Views["transaction"] = (context, query) =>
    this.#answered((reading) => queryTransaction(reading, this.#watch, context, query));

  update: Views["update"] = (context, query) =>
    this.#answered((reading) => queryUpdate(reading, this.#watch, context, query));

  updatesPageInParts: Views["updatesPageInParts"] = (context, query, readIn) =>
    this.#answered((reading) =>
      queryUpdatesPage(reading, this.#queryParts, context, query, readIn),
    );

  updatesPage: Views["updatesPage"] = (context, query) =>
    wholeUpdatesPage((parts) => this.updatesPageInParts(context, query, parts));

  activeContractsPageInParts: Views["activeContractsPageInParts"] = (context, query, readIn) =>
    this.#answered((reading) =>
      queryActiveContractsPage(reading, this.#queryParts, context, query, readIn),
    );

  activeContractsPage: Views["activeContractsPage"] = (context, query) =>
    wholeContractsPage((parts) => this.activeContractsPageInParts(context, query, parts));

  turn: Views["turn"] = (readFor) => this.#turns.run(readFor, () => true);

  contractEvents: Views["contractEvents"] = (context, query) =>
    this.#answered((reading) => queryContractEvents(reading, this.#watch, context, query));

  contract: Views["contract"] = (context, query) =>
    this.#answered((reading) => queryContract(reading, this.#watch, context, query));

  /** Ends all waits: nothing is folded any more. */
  fail(error: ViewsError): void {
    this.#watch.fail(error);
    if (this.#isFailed) return;
    this.#isFailed = true;
    this.#options.onError?.(error);
  }

  /** Nothing is folded until the host was started again: who waits gets this error. */
  interrupt(error: ViewsError): void {
    this.#watch.interrupt(error);
  }

  /** The host was started, perhaps again and with another file. */
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

  // queries find the reading side anew at each read: it may have been replaced while they waited
  #reading(): Reading {
    return readingThrough(() => this.#side.current());
  }

  #items<A extends object>(
    { by, signal: outer }: ReadFor,
    source: (reader: StreamReader) => ReturnType<BatchSource<LedgerError, A>>,
  ): AsyncIterable<Either<LedgerError, A>> {
    return cancellableItems(
      (signal) => source({ by, signal }),
      (thrown) => this.#readError(thrown),
      outer,
    );
  }

  async #answered<A>(
    run: (reading: Reading) => Promise<Either<LedgerError, A>>,
  ): Promise<Either<LedgerError, A>> {
    try {
      const answer = await run(this.#reading());
      if (this.#isUnreadable) this.#setUnreadable(undefined);
      return answer;
    } catch (thrown) {
      return left(this.#readError(thrown));
    }
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
    this.#updates.forget();
    this.#completions.forget();
    this.#watch.rewind({ offset: 0, recordTime: 0, hash: "" });
    const { done, stop } = tryUntilDone(
      () => this.#replaceFile(),
      ({ message }) => this.#setUnreadable(message),
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
