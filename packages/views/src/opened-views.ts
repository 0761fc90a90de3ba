import type Database from "better-sqlite3";
import type { LedgerError } from "@tallystick/core";
import type { CompletionItem, UpdateItem } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { FoldingHost } from "./fold/folding-host.js";
import { JournalReadError, type JournalTexts } from "./interface/journal-texts.js";
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
import { type Reading, readingOf } from "./query/reading.js";
import { SharedBatches } from "./query/shared-batches.js";
import { keptTexts } from "./sqlite/kept-texts.js";
import { isDamage, textOfThrown } from "./sqlite/schema.js";
import { type ViewReader, viewReader } from "./sqlite/view-reader.js";
import type { ViewsLock } from "./sqlite/views-lock.js";

/** What open views consist of. */
export interface ViewsParts {
  readonly host: FoldingHost;
  readonly lock: ViewsLock;
  /** See `checkSeed`. */
  readonly seed: number;
  /** The journal's events by offset; undefined: the views keep a copy of them. */
  readonly texts: JournalTexts | undefined;
  /** Opens the database for reading. */
  readonly openReading: () => Database.Database;
  /** False when the reading database is the one that is folded into, which its host closes. */
  readonly closesReading: boolean;
}

interface ReadingSide {
  readonly db: Database.Database;
  readonly views: ViewReader;
  readonly reading: Reading;
}

const closed: ViewsError = { kind: "closed", message: "the views are closed" };

const rebuilding: ViewsError = { kind: "damaged", message: "the views are being built anew" };

/** Entries that do not follow one another; undefined when they do. */
const gapIn = (batch: ReadonlyArray<JournalEntry>): ViewsError | undefined => {
  let expectedOffset = batch[0]?.offset ?? 0;
  for (const { offset } of batch) {
    if (offset !== expectedOffset) {
      const message = `event ${expectedOffset} should come next, not ${offset}`;
      return { kind: "gap", expectedOffset, actualOffset: offset, message };
    }
    expectedOffset++;
  }
  return undefined;
};

/** Views whose database is open. */
export class OpenedViews implements Views {
  readonly #parts: ViewsParts;
  readonly #watch: CheckpointWatch;
  readonly #options: Pick<OpenViews, "onError" | "onDamage">;
  readonly #updates = new SharedBatches<UpdateItem>();
  readonly #completions = new SharedBatches<CompletionItem>();
  /** Undefined while the views are being built anew, and after closing. */
  #side: ReadingSide | undefined;
  #rebuild: Promise<Either<ViewsError, void>> | undefined;
  #onRewind: () => void = () => undefined;
  #isClosed = false;
  #isFailed = false;

  constructor(parts: ViewsParts, options: Pick<OpenViews, "onError" | "onDamage">) {
    this.#parts = parts;
    this.#options = options;
    this.#watch = checkpointWatch(parts.host.start);
    this.#side = this.#openSide();
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
    const gap = gapIn(batch);
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

  onRewind(listener: () => void): void {
    this.#onRewind = listener;
  }

  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>> {
    return this.#watch.waitFor(offset, { timeoutMs });
  }

  reset(): Promise<Either<ViewsError, void>> {
    return this.#isClosed ? Promise.resolve(left(closed)) : this.#buildAnew();
  }

  check(): Either<ViewsError, void> {
    if (this.#side === undefined) return left(this.#isClosed ? closed : rebuilding);
    try {
      this.#side.views.check();
      return right(undefined);
    } catch (thrown) {
      const message = textOfThrown(thrown);
      if (!isDamage(thrown)) return left({ kind: "file", message });
      void this.#rebuildFor(message);
      return left({ kind: "damaged", message });
    }
  }

  activeContracts: Views["activeContracts"] = (context, query) => {
    const reading = this.#reading();
    return this.#items((signal) =>
      queryActiveContracts(reading, this.#watch, context, query, signal),
    );
  };

  updates: Views["updates"] = (context, query) => {
    const parts = { watch: this.#watch, shared: this.#updates };
    const reading = this.#reading();
    return this.#items((signal) =>
      streamBatches(parts, context, () => updatesAsked(reading, context, query), signal),
    );
  };

  completions: Views["completions"] = (context, query) => {
    const parts = { watch: this.#watch, shared: this.#completions };
    const reading = this.#reading();
    return this.#items((signal) =>
      streamBatches(parts, context, () => completionsAsked(reading, context, query), signal),
    );
  };

  transaction: Views["transaction"] = (context, query) =>
    this.#answered((reading) => queryTransaction(reading, this.#watch, context, query));

  update: Views["update"] = (context, query) =>
    this.#answered((reading) => queryUpdate(reading, this.#watch, context, query));

  updatesPage: Views["updatesPage"] = (context, query) =>
    this.#answered((reading) => queryUpdatesPage(reading, this.#watch, context, query));

  activeContractsPage: Views["activeContractsPage"] = (context, query) =>
    this.#answered((reading) => queryActiveContractsPage(reading, this.#watch, context, query));

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

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watch.fail(closed);
    await this.#rebuild;
    this.#closeSide();
    await this.#parts.host.close();
    this.#parts.lock.release();
  }

  #openSide(): ReadingSide {
    const { openReading, seed, texts } = this.#parts;
    const db = openReading();
    const views = viewReader(db, seed);
    return { db, views, reading: readingOf(views, texts ?? keptTexts(db, seed)) };
  }

  #closeSide(): void {
    if (this.#parts.closesReading) this.#side?.db.close();
    this.#side = undefined;
  }

  // queries find the reading side anew at each read: it may have been replaced while they waited
  #current(): Reading {
    if (this.#side === undefined) throw new NotReadable();
    return this.#side.reading;
  }

  #reading(): Reading {
    const side = (): Reading => this.#current();
    return {
      nameId: (text) => side().nameId(text),
      nameText: (id) => side().nameText(id),
      partyOffsets: (party, roles) => (range) => side().partyOffsets(party, roles)(range),
      lastSeqAt: (offset) => side().lastSeqAt(offset),
      contractAt: (offset, nodeId) => side().contractAt(offset, nodeId),
      offsetsOfUpdate: (updateId) => side().offsetsOfUpdate(updateId),
      contractGroups: (party) => side().contractGroups(party),
      contractsOf: (group, activeAt, range) => side().contractsOf(group, activeAt, range),
      consistently: (read) => side().consistently(read),
      check: () => side().check(),
      entry: (offset) => side().entry(offset),
      entriesAt: (offsets) => side().entriesAt(offsets),
    };
  }

  #items<A extends object>(
    source: BatchSource<LedgerError, A>,
  ): AsyncIterable<Either<LedgerError, A>> {
    return cancellableItems(source, (thrown) => this.#readError(thrown));
  }

  async #answered<A>(
    run: (reading: Reading) => Promise<Either<LedgerError, A>>,
  ): Promise<Either<LedgerError, A>> {
    try {
      return await run(this.#reading());
    } catch (thrown) {
      return left(this.#readError(thrown));
    }
  }

  #readError(thrown: unknown): LedgerError {
    if (this.#isClosed) return viewsUnavailable(closed);
    if (thrown instanceof JournalReadError) return viewsBroken(thrown.message);
    if (thrown instanceof NotReadable) return viewsUnavailable(rebuilding);
    const message = textOfThrown(thrown);
    if (!isDamage(thrown)) return viewsUnavailable({ kind: "file", message });
    void this.#rebuildFor(message);
    return viewsUnavailable(rebuilding);
  }

  #rebuildFor(reason: string): Promise<Either<ViewsError, void>> {
    if (this.#rebuild === undefined) this.#options.onDamage?.(reason);
    return this.#buildAnew();
  }

  #buildAnew(): Promise<Either<ViewsError, void>> {
    this.#rebuild ??= this.#replaceFile().finally(() => {
      this.#rebuild = undefined;
      this.#onRewind();
    });
    return this.#rebuild;
  }

  async #replaceFile(): Promise<Either<ViewsError, void>> {
    this.#closeSide();
    this.#updates.forget();
    this.#completions.forget();
    this.#watch.rewind({ offset: 0, recordTime: 0, hash: "" });
    const emptied = await this.#parts.host.reset();
    if (isLeft(emptied)) {
      this.fail(emptied.left);
      return emptied;
    }
    this.#watch.rewind(emptied.right);
    this.#side = this.#openSide();
    return right(undefined);
  }
}

/** The views are being built anew or closed. */
class NotReadable extends Error {}
